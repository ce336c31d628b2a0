# verdict.jq: what a timing session says, from its stored figures and the thresholds of today. Ratios are
# tune/baseline: below 1 is faster. The rules are those of atesor-stats (lib/stats/rules), which decides with them
# when a session may stop; a test shows that both agree.
include "base/state";
include "base/codes";
include "policy/requests";

# A figure that was not measured proves nothing (null would compare as less than any number).
def upper: . // infinite;
def lower: . // 0;

# -- the rules: the code of a verdict. $effect: a fraction; $alpha: of the rule interval.
def by_bounds($faster; $slower): if $faster then "faster" elif $slower then "slower" else "no_change" end;
def by_interval($effect; $alpha): (.mann_whitney_p | upper) as $p
    | by_bounds($p < $alpha and (.ci_high | upper) < 1 - $effect; $p < $alpha and (.ci_low | lower) > 1 + $effect);
def by_pairs($effect): by_bounds((.paired_upper | upper) < 1 - $effect; (.paired_lower | lower) > 1 + $effect);
def by_screening($effect): by_bounds((.paired_upper | upper) < 1 and (.hodges_lehmann | upper) <= 1 - $effect;
    (.paired_lower | lower) > 1 and (.hodges_lehmann | lower) >= 1 + $effect);
def verdict_by($rule; $effect; $alpha):
    if $rule == "interval" then by_interval($effect; $alpha)
    elif $rule == "paired" then by_pairs($effect) else by_screening($effect) end;

# -- do the figures suffice for the effect of today? A session stops when it has decided for the effect of its own
# day: "no change" beyond two percent says nothing of one percent. Then it is measured again, with rounds for that.
def resolves($config): ($config.effect / 100) as $effect
    | if $config.rule == "interval" then (.mde_pct | upper) <= $config.effect
      else (.band_low | lower) > 1 - $effect and (.band_high | upper) < 1 + $effect end;
def suffices($config):
    .effect_pct == $config.effect or .rounds >= $config.max_rounds
    or verdict_by($config.rule; $config.effect / 100; $config.alpha) != "no_change" or resolves($config);
def enough($doc): .config as $config
    | $doc != null
      and ($doc.status != "ok" or ($doc.data.stats // {effect_pct: $config.effect} | suffices($config)));

# -- the figures that stand for a session: the estimate, its 95 % interval, and the p value, of the rule that judges
def paired_p($rule): ((.hodges_lehmann // 1) > 1) as $up
    | if $rule == "paired" then (if $up then .signed_rank_p_slower else .signed_rank_p_faster end)
      elif $up then .signed_rank_p_above_one else .signed_rank_p_below_one end;
def evidence($rule):
    if $rule == "interval" then {ratio: .median_ratio, low: .ci_low, high: .ci_high, p: .mann_whitney_p}
    else {ratio: .hodges_lehmann, low: .band_low, high: .band_high, p: paired_p($rule)} end;

# The verdict of a session, a part of a row: from its figures, or from why there are none. $session: {status, code,
# reason, data: {stats, verdict_code}}.
def session_verdict($session): .config as $config | $session.data.stats as $stats
    | if $session.status == "ok" and $stats then
        verdict($stats | verdict_by($config.rule; $config.effect / 100; $config.alpha)) + {stats: $stats,
         by_interval: ($stats | by_interval($config.effect / 100; $config.alpha) | verdict_words)}
        + ($stats | evidence($config.rule))
      else verdict($session.data.verdict_code // "not_timed";
          if $session.code then $session else refusal("no_figures"; "the session gave no figures") end) end;

# … of a tune against a baseline build.
def timed($tune; $against): session_verdict(made(samples_request($tune; $against)) // {});

# … of a tune in each guard; `refuses` says why one stands against it: proven slower, broken, or without a measurement
# that could say so.
def guards_enough($tune): .config as $config | made(guard_request($tune))
    | . != null and all(.data.guards[]?; .data.stats // {effect_pct: $config.effect} | suffices($config));
def guard_refusal:
    if .code == "slower"
    then refusal("slower_in_guard"; "slower in the guard '\(.template)': \(.ratio * 1000 | round / 1000)")
    elif .ratio then null
    else refusal("guard_without_figures"; "the guard '\(.template)': \(.verdict), \(.reason)") end;
def guard_results($tune): . as $state | made(guard_request($tune)) as $doc
    | if $doc.status != "ok" then [{template: "", refuses: refusal($doc.code; "the guards: \($doc.reason)")}]
      else [$doc.data.guards[] | . as $guard | {template} + ($state | session_verdict($guard))
          | .refuses = guard_refusal] end;
