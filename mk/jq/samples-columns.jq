# The samples of atesor-time as the columns of atesor-stats: "calibration B" for calibration runs, then "B V" a whole round.
# The metric is the one that the session ended with.
[., inputs] as $lines
| ([$lines[] | select(.kind == "end") | .metric][0] // "wall") as $metric
| def time: if $metric == "cpu" then .cpu_ns else .wall_ns end;
  ($lines[] | select(.kind == "run" and .phase == "calibrate") | "calibration \(time)"),
  ([$lines[] | select(.kind == "run" and .phase == "rounds")]
   | group_by(.round)[]
   | (map(select(.build == "a"))[0] // empty) as $a
   | (map(select(.build == "b"))[0] // empty) as $b
   | "\($a | time) \($b | time)")
