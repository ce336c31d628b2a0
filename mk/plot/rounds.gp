# rounds.gp: the ratio of each round, session after session as they were measured; a line is a session's median. Drift and
# outliers show here.
name = "rounds"
height = 320
load "common.gp"
if (logarithmic) set logscale y 2
set xrange [-1:most + 2]
set yrange [low:high]
set lmargin 8
set rmargin 2
set bmargin 2.4
set tmargin 2
set grid noxtics
unset xtics
set xlabel "rounds, in the order of time"
set ylabel "tune / baseline" offset 1.5, 0
set object 1 rectangle from graph 0, first 1 - effect to graph 1, first 1 + effect \
    fillcolor rgb "#030303" fillstyle solid noborder behind
plot $points using 1:2:3 with points pt 7 ps 0.45 lc rgb variable, \
     $sessions using 1:3:($2 - $1):(0) with vectors nohead lw 2 lc rgb "#010101", \
     $sessions using 1:(low):(0):(high - low) with vectors nohead lw 1 lc rgb "#020202", \
     $sessions using 4:(high):5 with labels offset 0, 0.8 tc rgb "#010101"
