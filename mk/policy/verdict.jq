# verdict.jq: what a timing session says, from its stored figures and the thresholds of today. Ratios are tune/baseline: below 1 is faster.
include "base/state";
include "policy/words";

# A figure that was not measured proves nothing (null would compare as less than any number).
def upper: . // infinite;
def lower: . // 0;
def by_interval($effect; $alpha):
    if (.mann_whitney_p | upper) >= $alpha then "no change"
    elif (.ci_high | upper) < 1 - $effect then "faster"
    elif (.ci_low | lower) > 1 + $effect then "slower"
    else "no change" end;
def by_bound($faster; $slower): if $faster then "faster" elif $slower then "slower" else "no change" end;
def judged($rule; $effect; $alpha):
    if $rule == "interval" then by_interval($effect; $alpha)
    elif $rule == "paired" then by_bound((.paired_upper | upper) < 1 - $effect; (.paired_lower | lower) > 1 + $effect)
    else by_bound((.paired_upper | upper) < 1 and (.hodges_lehmann | upper) <= 1 - $effect;
                  (.paired_lower | lower) > 1 and (.hodges_lehmann | lower) >= 1 + $effect) end;

# Do the figures suffice for the effect of today? A session stops when it has decided for the effect of its own day: "no change" beyond
# two percent says nothing of one percent. Then it is measured again, with rounds for that.
def suffices($config): ($config.effect / 100) as $effect
    | .effect_pct == $config.effect or .rounds >= $config.max_rounds or judged($config.rule; $effect; $config.alpha) != "no change"
      or (if $config.rule == "interval" then (.mde_pct | upper) <= $config.effect else (.band_low | lower) > 1 - $effect and (.band_high | upper) < 1 + $effect end);
def enough($doc): .config as $config | $doc != null and ($doc.status != "ok" or ($doc.data.stats // {effect_pct: $config.effect} | suffices($config)));

# The figures that stand for a session: the estimate, its 95 % interval, and the p value, of the rule that judges.
def evidence($rule): if $rule == "interval" then {ratio: .median_ratio, low: .ci_low, high: .ci_high, p: .mann_whitney_p}
    else {ratio: .hodges_lehmann, low: .band_low, high: .band_high,
          p: (if (.hodges_lehmann // 1) > 1 then (if $rule == "paired" then .signed_rank_p_slower else .signed_rank_p_above_one end)
              else (if $rule == "paired" then .signed_rank_p_faster else .signed_rank_p_below_one end) end)} end;

# {verdict, reason?, ratio…} from the stored figures of a session, or from why there are none.
def verdict_of($stats; $status; $given; $reason): .config as $config
    | if $status == "ok" and $stats then
        {verdict: ($stats | judged($config.rule; $config.effect / 100; $config.alpha)), stats: $stats,
         by_interval: ($stats | judged("interval"; $config.effect / 100; $config.alpha))} + ($stats | evidence($config.rule))
      else {verdict: ($given // "not timed"), reason: ($reason // "the session gave no figures")} end;

def guards_enough($tune): .config as $config | made(guard_words($tune))
    | . != null and all(.data.guards[]?; .data.stats // {effect_pct: $config.effect} | suffices($config));
# … of a tune in each guard; refuses says why one stands against it: proven slower, broken, or without a measurement that could say so.
def guard_results($tune): . as $state | made(guard_words($tune)) as $doc
    | if $doc.status != "ok" then [{template: "", refuses: "the guards: \($doc.reason)"}]
      else [$doc.data.guards[] | . as $guard | {template} + ($state | verdict_of($guard.data.stats; $guard.status; $guard.data.verdict; $guard.reason))
          | .refuses = (if .verdict == "slower" then "slower in the guard '\(.template)': \(.ratio * 1000 | round / 1000)"
              elif .ratio then null else "the guard '\(.template)': \(.verdict), \(.reason)" end)] end;

# … of a tune against a baseline build, from its samples document.
def timed($tune; $against): made(samples_words($tune; $against)) as $doc | verdict_of($doc.data.stats; $doc.status; $doc.data.verdict; $doc.reason);
