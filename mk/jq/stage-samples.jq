# stage-samples.jq: a timing session as its figures, or why it gave none.
include "document";
$ends[0] as $session | $ends[-1] as $last | ($stats[0] // null) as $figures | $config[0].data as $c
| ({metric: $last.metric, rounds: $last.rounds, failed_build: $last.failed_build, output: $last.output} | with_entries(select(.value != null))) as $data
| if $ENV.broken != "" then {status: "failed", reason: $ENV.broken, data: {}}
  elif $last.status == "unstable" then {status: "failed", reason: $last.reason, data: ($data + {verdict: "unstable"})}
  elif $last.status != "ok" and $last.failed_build == "b" then {status: "failed", reason: $last.reason, data: ($data + {verdict: "gate 3 failed"})}
  elif $last.status != "ok" then {status: "failed", reason: ($last.reason // "the session was cut short"), data: $data}
  elif $last.output.a_repeatable == false then {status: "failed", reason: "the baseline's own runs give different output", data: ($data + {failed_build: "a"})}
  elif $last.output.b_repeatable == false then {status: "failed", reason: "its own runs give different output", data: ($data + {verdict: "output not repeatable"})}
  elif $last.output.equal == false then {status: "failed", reason: "the output differs from the baseline's", data: ($data + {verdict: "gate 3 failed"})}
  elif ($figures.rounds // 0) < $c.min_rounds then {status: "failed", reason: "only \($figures.rounds // 0) complete rounds", data: $data}
  else ok($data + {stats: $figures}) end
| .warnings = ($last.warnings // [])
| document
