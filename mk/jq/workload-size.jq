# workload-size.jq: after a try, how large the next one should be, as shell words; nothing when the size is right, when it can't be
# changed, or when the run failed. The goal is ATESOR_RUN_GOAL seconds; within a third of it is close enough.
include "scripts";
$config[0].data as $c
| [.[] | select(.kind == "run")] as $runs | last as $last | $runs[-1] as $run
| (($run.wall_ns - ($run.wait_ns // 0)) / 1e9) as $seconds           # without its time in the run queue
| def clip($low; $high): [[., $low] | max, $high] | min | round;
  def next($now; $low; $high): ($now | tonumber) as $n
    | ([$c.run_goal / ([$seconds, 0.001] | max), 64] | min) as $factor        # a first try that ends at once is no measure
    | ($n * $factor | clip($low; $high)) | select((. - $n | fabs) > $n * 0.05);
  if $run == null or $last.status != "ok" or ($runs | length) >= 6 then empty
  elif $seconds > $c.run_goal * 2 / 3 and $seconds < $c.run_goal * 4 / 3 then empty
  elif $run.iterations != "" then next($run.iterations; 1; 1e12) | "iterations=\(.)"
  elif $ENV.input_kind // "" | IN(script_languages[]) then next($run.bytes; 1; 1e9) | "bytes=\(.)"
  elif $run.bytes != "" then next($run.bytes; $c.input_min; $c.input_max) | "bytes=\(.)"
  else empty end
