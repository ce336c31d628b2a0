# report-rounds.jq: the raw runs of the timing sessions (doc/SLOT.samples.jsonl, read as text: a run that was cut short may have
# left half a line) as [{slot, started, metric, base: [seconds], tune: [seconds], ratios: [tune/base]}], those that result.json
# ($result) stands on, in the order in which they were measured. A session whose raw runs are not those of its figures has `why`
# instead.
def sessions: [$result[0].data.tunes[] | (., .second) | select(.raw?) | {slot, raw, rounds}];
def slot_of: sub(".*/"; "") | sub("[.]samples[.]jsonl$"; "");

(reduce (inputs | fromjson? | select(type == "object")) as $line ({};
    (input_filename | slot_of) as $slot
    | if $line.kind == "end" then .[$slot].metric = $line.metric
      elif $line.kind == "session" then .[$slot].started = $line.started_epoch
      elif $line.phase == "rounds" then .[$slot].rounds[$line.round | tostring][$line.build] = ($line
          | {cpu: .cpu_ns, wall: .wall_ns})
      else . end)) as $raw
| [sessions[] as $session | ($raw[$session.slot] // {}) as $found
    | [($found.rounds // {} | to_entries | sort_by(.key | tonumber)[]) | .value | select(.a and .b)
        | map_values(.[$found.metric // "wall"] / 1e9) | select(.a > 0)] as $rounds
    | {slot: $session.slot, started: ($found.started // 0), metric: $found.metric}
      + if ($rounds | length) == $session.rounds then {base: [$rounds[].a], tune: [$rounds[].b], ratios: [$rounds[] | .b / .a]}
        else {why: "\($session.raw) has \($rounds | length) rounds, the figures are of \($session.rounds)"} end]
| sort_by(.started)
