# budget.jq: may a step start? Spent time is the sum of the seconds in documents of the steps before it, never a
# clock: a pause costs nothing and the answer does not change while the step runs. All times in seconds.
include "base/state";
include "base/codes";
include "policy/requests";

def left: .config.budget - .spent;
def total_seconds($requests): . as $state | [$requests[] as $request | $state | seconds($request)] | add;
def gate_requests($tune): [build_request($tune), facts_request($tune), tests_request($tune; 1), output_request($tune)];
def gate_seconds($tune): total_seconds(gate_requests($tune));
def cost($tune): total_seconds(gate_requests($tune) + [samples_request($tune; .base)]);

# What the second check of the best tune so far will take: both builds again, the gates and the timing once more.
def second_check_cost: (.tunes | map(select(.code == "faster")) | min_by(.ratio)) as $best
    | if $best then $best.cost + seconds(build_request(.base)) else 0 end;
def longest_tune: [.tunes[].cost // 0, 0] | max;

def seconds_remain: "\(floor) s of the budget remain";
def no_step: select(left < .config.step_min)
    | refusal("budget_below_step"; "\(left | seconds_remain), a step needs \(.config.step_min) s");

# A step needs ATESOR_STEP_MIN; once a tune is faster, also $times the longest tune so far and the second check.
def no_time($times): (longest_tune * $times + second_check_cost) as $need
    | if left < .config.step_min then no_step
      elif any(.tunes[]; .code == "faster") and left < $need
      then refusal("budget_below_second_check";
          "\(left | seconds_remain), the longest tune and the second check take \($need | ceil) s")
      else empty end;

# A measurement needs the time of all its runs: 2 × warm-ups, the calibration, and 2 × rounds, which are as many as
# the cap allows where the rule decides on its way when to stop.
def session_runs: .config
    | 2 * .warmup + .calibrate + 2 * (if .rule == "interval" then .rounds else .max_rounds end);
def no_time_for($sessions; $run_seconds; $used):
    (left - $used) as $rest | (session_runs * $sessions) as $runs | ($runs * $run_seconds) as $need
    | select($rest < $need)
    | refusal("budget_below_session"; "\($rest | seconds_remain), \($runs) runs take \($need | ceil) s");
def no_time_to_measure($used): no_time_for(1; workload.run_seconds; $used);
