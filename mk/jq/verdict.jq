# verdict.jq: what a timing session says, from its stored figures and the thresholds of today. Ratios are tune/baseline: below 1 is faster.
include "state";
include "words";

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
    else by_bound((.paired_upper | upper) < 1 and .hodges_lehmann <= 1 - $effect; (.paired_lower | lower) > 1 and .hodges_lehmann >= 1 + $effect) end;

# {verdict, reason?, stats…} of a tune against a baseline build, from its samples document.
def timed($tune; $against):
    made(samples_words($tune; $against)) as $doc | .config as $config
    | if $doc.status == "ok" and $doc.data.stats then
        $doc.data.stats as $stats
        | {verdict: ($stats | judged($config.rule; $config.effect / 100; $config.alpha)), stats: $stats,
           ratio: (if $config.rule == "interval" then $stats.median_ratio else $stats.hodges_lehmann end)}
      else {verdict: ($doc.data.verdict // "not timed"), reason: ($doc.reason // "the session gave no figures")} end;
