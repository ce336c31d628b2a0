# report/plots.jq: the data of one plot as a gnuplot script, which mk/plot/$which.gp reads: settings and data blocks.
# Every text in it is a slot, a verdict or a number, so nothing in it can be a command.
#
# In:  $which, "forest", "rounds" or "distributions"; $result, result.json; $rounds, what report/rounds.jq printed
#      (--slurpfile).
# Out: text (-r); nothing if there is nothing to draw.
include "base/codes";
include "base/figures";

def data: $result[0].data;
def effect: data.settings.effect_pct / 100;
def unchanged_band: effect as $effect | 1 - $effect, 1 + $effect;
def timed_tunes: [data.tunes[] | select(.ratio and .ci_low and .code != "same_code")];

# -- gnuplot ---------------------------------------------------------------------------------------------------------
# Colours are numbers that stand for roles; report/lib/svg.jq puts the style sheet's colours in their place.
def neutral_colour: 263172;   # 0x040404
def faster_colour: 328965;   # 0x050505
def slower_colour: 394758;   # 0x060606
def baseline_colour: 460551;   # 0x070707
def colour_of_verdict:
    if was_faster then faster_colour
    elif . == "slower" then slower_colour
    else neutral_colour end;
def text: tojson;
def block($name; lines): "$\($name) << EOD", (lines | map(tostring) | join(" ")), "EOD";

# Input: an array of numbers. The bounds of an axis, with a margin of 4 %; ratios far from 1 are drawn on a
# logarithmic axis.
def bounds:
    min as $low | max as $high
    | if $low > 0 and ($low < 0.5 or $high > 2) and $high > 1.5 * $low then
        {log: 1, low: ($low / 1.15), high: ($high * 1.15)}
      else
        ([($high - $low) * 0.04, $high * 0.001] | max) as $margin
        | {log: 0, low: ($low - $margin), high: ($high + $margin)}
      end
    | "low = \(.low)", "high = \(.high)", "logarithmic = \(.log)";
def quantile($p):
    sort as $sorted | (($sorted | length) - 1) * $p | . as $at
    | $sorted[$at | floor] + ($at - ($at | floor)) * ($sorted[$at | ceil] - $sorted[$at | floor]);

# -- forest: the ratio of each timed tune with its interval, and of its second check ---------------------------------
def forest_entries:
    . as $tune
    | {slot, ratio, ci_low, ci_high, colour: (.code | colour_of_verdict), second: 0},
      (.second // {} | select(.ratio and .ci_low)
         | {slot: "\($tune.slot) again", ratio, ci_low, ci_high, colour: neutral_colour, second: 1});
# Columns: height, ratio, bounds of the interval, colour, is it a second check, slot, the figures as text.
def forest_line($height):
    "\(.ratio | fixed(4))  [\(.ci_low | fixed(4)), \(.ci_high | fixed(4))]" as $figures
    | [$height, .ratio, .ci_low, .ci_high, .colour, .second, (.slot | text), ($figures | text)];
def forest:
    [timed_tunes[] | forest_entries] | select(. != []) | . as $entries | length as $count
    | ([.[] | .ci_low, .ci_high] + [unchanged_band] | bounds),
      "effect = \(effect)",
      "rows = \($count)",
      block("data"; range($count) as $n | $entries[$n] | forest_line($count - $n));

# -- rounds: the ratios of all rounds in the order of time, session after session, with a gap between them -----------
def sessions: [$rounds[][] | select(.ratios)];
# Input: sessions. The places of their rounds on the axis, [{start, end, session}].
def placed_sessions:
    [foreach .[] as $session ({end: -2};
        {start: (.end + 2), end: (.end + 2 + ($session.ratios | length)), session: $session})];
def colours_of_slots: [data.tunes[] | {key: .slot, value: (.code | colour_of_verdict)}] | from_entries;
def names_of_second_checks:
    [data.tunes[] | .slot as $slot | .second | select(.slot?) | {key: .slot, value: "\($slot) again"}] | from_entries;
# Columns: place, ratio, colour.
def point_lines($colours):
    .start as $start | .session as $session | $session.ratios | to_entries[]
    | [$start + .key + 1, .value, $colours[$session.slot] // neutral_colour];
# Columns: start, end, median, middle, slot.
def session_line($names):
    [.start + 0.5, .end + 0.5, (.session.ratios | quantile(0.5)), (.start + .end + 1) / 2,
     ($names[.session.slot] // .session.slot | text)];
def rounds:
    colours_of_slots as $colours | names_of_second_checks as $names
    | sessions | select(. != []) | placed_sessions as $placed
    | ([.[].ratios[]] + [unchanged_band] | bounds),
      "effect = \(effect)",
      "most = \($placed[-1].end)",
      block("points"; $placed[] | point_lines($colours)),
      block("sessions"; $placed[] | session_line($names));

# -- distributions: the runs of both builds in one session: the winner's, or that of the tune with the lowest ratio ---
def drawn_slot: data.accepted.slot? // ([timed_tunes[] | select(.raw)] | min_by(.ratio) | .slot?);
# Input of both: {at: height, times, colour}. Columns: height, quartiles, colour.
def box_line: [.at, (.times | quantile(0.25), quantile(0.5), quantile(0.75)), .colour];
# Columns: time, height, colour. The height of a point within its box has no meaning: a fixed sequence keeps the
# points apart.
def scattered_lines:
    . as $build | .times | to_entries[]
    | [.value, $build.at + 0.5 * (.key * 0.618034 | . - floor - 0.5), $build.colour];
def distributions:
    drawn_slot as $slot
    | (first(timed_tunes[] | select(.slot == $slot) | .code) | colour_of_verdict) as $colour
    | first($rounds[][] | select(.slot == $slot and .ratios))
    | [{at: 2, times: .base, colour: baseline_colour}, {at: 1, times: .tune, colour: $colour}] as $builds
    | (.base + .tune | bounds),
      "slot = \(.slot | text)",
      "metric = \(if .metric == "cpu" then "CPU time" else "wall time" end | text)",
      block("boxes"; $builds[] | box_line),
      block("points"; $builds[] | scattered_lines);

if $which == "forest" then forest elif $which == "rounds" then rounds else distributions end
