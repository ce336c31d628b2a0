# report/rounds.jq: the rounds of the timing sessions that result.json stands on, in the order in which they were
# measured.
#
# In:  doc/SLOT.samples.jsonl as inputs, read as text (-nR): a run that was cut short may have left half a line;
#      $result, result.json (--slurpfile).
# Out: [{slot, started, metric, base: [seconds], tune: [seconds], ratios: [tune/base]}]. Where the raw runs are not
#      those that the figures in result.json came from, the session is {slot, started, metric, why}.
def sessions: [$result[0].data.tunes[] | (., .second) | select(.raw?) | {slot, raw, rounds}];
def slot_of_file: sub(".*/"; "") | sub("[.]samples[.]jsonl$"; "");

# Input: what is known so far, {SLOT: {metric, started, rounds: {NUMBER: {a: {cpu, wall}, b: {cpu, wall}}}}}; build a is
# the baseline, b the tune.
def add_line($slot; $line):
    if $line.kind == "end" then .[$slot].metric = $line.metric
    elif $line.kind == "session" then .[$slot].started = $line.started_epoch
    elif $line.phase == "rounds" then
        .[$slot].rounds[$line.round | tostring][$line.build] = ($line | {cpu: .cpu_ns, wall: .wall_ns})
    else . end;
def all_rounds:
    reduce (inputs | fromjson? | select(type == "object")) as $line ({};
        add_line(input_filename | slot_of_file; $line));

# Input: what is known of one session. Output: its whole rounds, [{a: seconds, b: seconds}].
def whole_rounds:
    (.metric // "wall") as $metric
    | [(.rounds // {} | to_entries | sort_by(.key | tonumber)[]) | .value | select(.a and .b)
       | map_values(.[$metric] / 1e9) | select(.a > 0)];

all_rounds as $raw
| [sessions[] as $session | ($raw[$session.slot] // {}) as $found | ($found | whole_rounds) as $rounds
   | {slot: $session.slot, started: ($found.started // 0), metric: $found.metric}
     + if ($rounds | length) == $session.rounds then
         {base: [$rounds[].a], tune: [$rounds[].b], ratios: [$rounds[] | .b / .a]}
       else {why: "\($session.raw) has \($rounds | length) rounds, the figures are of \($session.rounds)"} end]
| sort_by(.started)
