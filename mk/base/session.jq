# session.jq: what the last line of a timing session (atesor-time) says: {status, reason?, data: {stats?, verdict?, …}, warnings}.
# A session without figures has a reason, and a verdict where the tune is to blame.
include "base/document";
def session($last; $least_rounds):
    # The peak memory of each build, where it is more than the timer's own, which every child inherits.
    ({base: $last.a.maxrss_kib, tune: $last.b.maxrss_kib} | with_entries(select(.value != null))) as $memory
    | ({metric: $last.metric, rounds: $last.rounds, failed_build: $last.failed_build, output: $last.output, maxrss_kib: (if $memory == {} then null else $memory end)}
        | with_entries(select(.value != null))) as $data
    | def no($verdict; $reason): {status: "failed", reason: $reason, data: ($data + if $verdict then {verdict: $verdict} else {} end)};
      if $last.status == "unstable" then no("unstable"; $last.reason)
      elif $last.status != "ok" and $last.failed_build == "b" then no("gate 3 failed"; $last.reason)
      elif $last.status != "ok" then no(null; $last.reason // "the session was cut short")
      elif $last.output.a_repeatable == false then no(null; "the baseline's own runs give different output") | .data.failed_build = "a"
      elif $last.output.b_repeatable == false then no("output not repeatable"; "its own runs give different output")
      elif $last.output.equal == false then no("gate 3 failed"; "the output differs from the baseline's")
      elif ($last.stats.rounds // 0) < $least_rounds then no(null; "only \($last.stats.rounds // 0) complete rounds")
      else ok($data + {stats: $last.stats}) end
    | .warnings = ($last.warnings // []);
