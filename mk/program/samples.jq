# The samples of atesor-time as the columns of atesor-stats: "calibration B" for calibration runs, then "B V" a whole round.
# The metric is the one that the session ended with. A session whose runs failed or whose outputs differ is not compared.
[., inputs] as $lines
| ([$lines[] | select(.kind == "end")][0] // {}) as $last
| def time: if $last.metric == "cpu" then .cpu_ns else .wall_ns end;
  if $last.status == "failed" or $last.status == "unstable" or $last.output.a_repeatable == false or $last.output.b_repeatable == false
      or $last.output.equal == false then
    error("the session has no verdict: \($last.reason)")
  else
    ($lines[] | select(.kind == "run" and .phase == "calibrate") | "calibration \(time)"),
    ([$lines[] | select(.kind == "run" and .phase == "rounds")]
     | group_by(.round)[]
     | (map(select(.build == "a"))[0] // empty) as $a
     | (map(select(.build == "b"))[0] // empty) as $b
     | "\($a | time) \($b | time)")
  end
