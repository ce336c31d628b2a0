# budget.jq: may a step start? Spent time is the sum of the seconds in documents of the steps before it, never a clock: a pause
# costs nothing and the answer does not change while the step runs. All times in seconds.
include "base/state";
include "policy/words";

def left: .config.budget - .spent;
def step_words($tune): build_words($tune), facts_words($tune), tests_words($tune; 1), output_words($tune), samples_words($tune; .base);
def cost($tune): . as $state | [step_words($tune) as $words | $state | seconds($words)] | add;

# What the second check of the best tune so far will take: both builds again, the gates and the timing once more.
def second_check_cost: (.tunes | map(select(.verdict == "faster")) | min_by(.ratio)) as $best
    | if $best then $best.cost + seconds(build_words(.base)) else 0 end;
def longest: [.tunes[].cost // 0, 0] | max;

def no_step: select(left < .config.step_min) | "\(left | floor) s of the budget remain, a step needs \(.config.step_min) s";

# A step needs ATESOR_STEP_MIN; once a tune is faster, also $times the longest tune so far and the second check.
def no_time($times):
    if left < .config.step_min then no_step
    elif any(.tunes[]; .verdict == "faster") and left < longest * $times + second_check_cost
    then "\(left | floor) s of the budget remain, the longest tune and the second check take \(longest * $times + second_check_cost | ceil) s"
    else empty end;

# A measurement needs the time of all its runs: 2 × warm-ups, the calibration, and 2 × rounds, which are as many as the cap allows
# where the rule decides on its way when to stop.
def runs: .config | 2 * .warmup + .calibrate + 2 * (if .rule == "interval" then .rounds else .max_rounds end);
def no_time_for($sessions; $run_seconds; $used): (left - $used) as $rest | (runs * $sessions) as $runs | ($runs * $run_seconds) as $need
    | select($rest < $need) | "\($rest | floor) s of the budget remain, \($runs) runs take \($need | ceil) s";
def no_time_to_measure($used): no_time_for(1; workload.run_seconds; $used);
