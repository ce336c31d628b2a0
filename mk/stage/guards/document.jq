# document.jq of the stage guards: can the guards be used? Each must run on the baseline, give the same output each
# time, and end in time. In: $request; $runs: {n, …} the runs and the last line of each guard; $ENV.broken_code,
# $ENV.broken. Out: the document.
include "base/document";
$request[0].inputs as $in
| def median: sort | .[length / 2 | floor];
  def hundredths: . * 100 | round / 100;
  def fault($last; $count; $seconds):
      if $last.status != "ok" then $last.reason // "it did not run"
      elif $last.output.a_repeatable == false then "\($count) runs of the same build gave different output"
      elif $seconds > $in.run_long then "a run takes \($seconds | hundredths) s, more than \($in.run_long) s"
      else null end;
  def guard($n): [$runs[] | select(.n == $n)] as $lines | ($lines[-1] // {}) as $last
      | [$lines[] | select(.kind == "run") | .wall_ns / 1e9] as $seconds
      | (if $seconds == [] then null else $seconds | median end) as $typical
      | {template: $in.guards[$n].template, output_sha256: output_of($last), run_seconds: $typical}
      + ({fault: fault($last; $seconds | length; $typical)} | with_entries(select(.value != null)));
  {guards: [range($in.guards | length) as $n | guard($n)]} as $data
| first(
    (stopped | .data = $data),
    ($data.guards[] | select(.fault)
        | failed("guard_unusable"; "the guard '\(.template)' cannot be used: \(.fault)"; $data)),
    ok($data))
| document($request)
