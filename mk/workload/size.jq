# workload-size.jq: after a try, how large the next one should be, as shell words; nothing when the size is right, when it can't be
# changed, or when the run failed. The goal is ATESOR_RUN_GOAL seconds; within a third of it is close enough.
include "workload/lib/scripts";
$config[0].data as $c
| [.[] | select(.kind == "run")] as $runs | last as $last | $runs[-1] as $run
| def seconds: (.wall_ns - (.wait_ns // 0)) / 1e9;           # without its time in the run queue
  def size: first(.iterations, .bytes | select(. != "")) | tonumber;
  def clip($low; $high): [[., $low] | max, $high] | min;
  # How many times as much work. What the start costs does not grow: after a smaller try the time of what was added tells. A first try that
  # ends at once is no measure.
  def factor: ($run | seconds) as $s | (if ($runs | length) > 1 then $runs[-2] else null end) as $before | ($run | size) as $n
    | (if $before and ($before | size) < $n then ($s - ($before | seconds)) / ($n - ($before | size)) else null end) as $unit
    | (if $unit and $unit > 0 then 1 + ($c.run_goal - $s) / ($unit * $n) elif $unit and $s < $c.run_goal / 2 then 64 else $c.run_goal / ([$s, 0.001] | max) end) | clip(0; 64);
  def next($low; $high): ($run | size) as $n | ($n * factor | clip($low; $high) | round) | select((. - $n | fabs) > $n * 0.05);
  if $run == null or $last.status != "ok" or ($runs | length) >= 8 then empty
  elif ($run | seconds) > $c.run_goal * 2 / 3 and ($run | seconds) < $c.run_goal * 4 / 3 then empty
  elif $run.iterations != "" then next(1; 1e12) | "iterations=\(.)"
  elif $ENV.input_kind // "" | IN(script_languages[]) then next(1; 1e9) | "bytes=\(.)"
  elif $run.bytes != "" then next($c.input_min; $c.input_max) | "bytes=\(.)"
  else empty end
