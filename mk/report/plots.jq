# report-plots.jq: one plot's data as a gnuplot script that defines its settings and data blocks, for mk/plot/$which.gp; nothing
# where there is nothing to draw. $result: result.json; $rounds: what report-rounds.jq gave. Every text in it is a slot, a
# verdict or a number. Colours are numbers that stand for roles; report-svg.jq puts the style sheet's in their place.
include "base/figures";

def neutral: 263172;   # 0x040404
def good: 328965;   # 0x050505
def bad: 394758;   # 0x060606
def plain: 460551;   # 0x070707, the baseline
def colour: if IN("faster", "accepted", "not checked", "not confirmed") then good elif . == "slower" then bad else neutral end;
def text: tojson;
def block($name; rows): "$\($name) << EOD", (rows | map(tostring) | join(" ")), "EOD";

# Bounds with a margin of 4 %; ratios far from 1 are drawn on a logarithmic axis.
def bounds: min as $low | max as $high
    | if $low > 0 and ($low < 0.5 or $high > 2) and $high > 1.5 * $low then {log: 1, low: ($low / 1.15), high: ($high * 1.15)}
      else ([($high - $low) * 0.04, $high * 0.001] | max) as $margin
          | {log: 0, low: ($low - $margin), high: ($high + $margin)} end
    | "low = \(.low)", "high = \(.high)", "logarithmic = \(.log)";
def quantile($p): sort as $x | (($x | length) - 1) * $p | . as $at
    | $x[$at | floor] + ($at - ($at | floor)) * ($x[$at | ceil] - $x[$at | floor]);

$result[0].data as $data | ($data.settings.effect_pct / 100) as $effect | [1 - $effect, 1 + $effect] as $band
| [$data.tunes[] | select(.ratio and .ci_low and (.verdict | startswith("same as") | not))] as $timed

| def forest:
    [$timed[] | . as $tune | {slot, ratio, ci_low, ci_high, colour: (.verdict | colour), second: 0},
        (.second // {} | select(.ratio and .ci_low) | {slot: "\($tune.slot) again", ratio, ci_low, ci_high, colour: neutral,
            second: 1})]
    | select(. != []) | . as $rows | length as $all
    | ([.[] | .ci_low, .ci_high] + $band | bounds), "effect = \($effect)", "rows = \($all)",
      block("data"; range($all) as $n | $rows[$n] | "\(.ratio | fixed(4))  [\(.ci_low | fixed(4)), \(.ci_high | fixed(4))]" as $said
        | [$all - $n, .ratio, .ci_low, .ci_high, .colour, .second, (.slot | text), ($said | text)]);

  # Session after session, with a gap between them.
  def in_order:
    [$rounds[][] | select(.ratios)] | select(. != []) | . as $sessions
    | ([$data.tunes[] | {key: .slot, value: (.verdict | colour)}] | from_entries) as $colours
    | ([$data.tunes[] | .slot as $slot | .second | select(.slot?) | {key: .slot, value: "\($slot) again"}]
        | from_entries) as $names
    | [foreach .[] as $s ({end: -2}; {start: (.end + 2), end: (.end + 2 + ($s.ratios | length)), s: $s})] as $placed
    | ([.[].ratios[]] + $band | bounds), "effect = \($effect)", "most = \($placed[-1].end)",
      block("points"; $placed[] | .start as $start | .s as $s | $s.ratios | to_entries[]
        | [$start + .key + 1, .value, $colours[$s.slot] // neutral]),
      block("sessions"; $placed[]
        | [.start + 0.5, .end + 0.5, (.s.ratios | quantile(0.5)), (.start + .end + 1) / 2, ($names[.s.slot] // .s.slot | text)]);

  # The winner; where there is none, the tune with the lowest ratio.
  def distributions:
    ($data.accepted.slot? // ([$timed[] | select(.raw)] | min_by(.ratio) | .slot?)) as $slot
    | (first($timed[] | select(.slot == $slot) | .verdict) | colour) as $colour
    | first($rounds[][] | select(.slot == $slot and .ratios))
    | [{at: 2, times: .base, colour: plain}, {at: 1, times: .tune, colour: $colour}] as $builds
    | (.base + .tune | bounds), "slot = \(.slot | text)",
        "metric = \(if .metric == "cpu" then "CPU time" else "wall time" end | text)",
      block("boxes"; $builds[] | [.at, (.times | quantile(0.25), quantile(0.5), quantile(0.75)), .colour]),
      # The height of a point within its row has no meaning: a fixed sequence keeps the points apart.
      block("points"; $builds[] | . as $build | .times | to_entries[]
        | [.value, $build.at + 0.5 * (.key * 0.618034 | . - floor - 0.5), $build.colour]);

  if $which == "forest" then forest elif $which == "rounds" then in_order else distributions end
