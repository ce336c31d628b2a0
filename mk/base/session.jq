# session.jq: what the last line of a timing session (atesor-time) says: {status, code?, reason?, data: {stats?,
# verdict_code?, …}, warnings}. A session without figures has a reason, and a verdict where the tune is to blame.
include "base/document";

# The peak memory of each build, where it is more than the timer's own, which every child inherits.
def peak_memory: {base: .a.maxrss_kib, tune: .b.maxrss_kib} | with_entries(select(.value != null))
    | if . == {} then null else . end;
def session_data: {metric, rounds, failed_build, output, maxrss_kib: peak_memory}
    | with_entries(select(.value != null));

# $least_rounds: with fewer complete rounds it is no measurement.
def session($last; $least_rounds):
    ($last | session_data) as $data
    | def without($code; $reason): failed($code; $reason; $data);
      def blames_tune($verdict; $code; $reason): without($code; $reason) | .data.verdict_code = $verdict;
      if $last.status == "unstable" then blames_tune("unstable"; "unstable"; $last.reason)
      elif $last.status != "ok" and $last.failed_build == "b"
      then blames_tune("gate3_failed"; "workload_fails"; $last.reason)
      elif $last.status == null then without("session_cut_short"; "the session was cut short")
      elif $last.status != "ok" then without("workload_fails"; $last.reason // "the session was cut short")
      elif $last.output.a_repeatable == false
      then without("baseline_not_repeatable"; "the baseline's own runs give different output")
          | .data.failed_build = "a"
      elif $last.output.b_repeatable == false
      then blames_tune("output_not_repeatable"; "output_not_repeatable"; "its own runs give different output")
      elif $last.output.equal == false
      then blames_tune("gate3_failed"; "output_differs"; "the output differs from the baseline's")
      elif ($last.stats.rounds // 0) < $least_rounds
      then without("too_few_rounds"; "only \($last.stats.rounds // 0) complete rounds")
      else ok($data + {stats: $last.stats}) end
    | .warnings = ($last.warnings // []);
