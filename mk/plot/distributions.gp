# distributions.gp: the run times of the baseline and of one tune, each run a point; the box holds the middle half, its line is
# the median.
name = "distributions"
height = 200
load "common.gp"
if (logarithmic) set logscale x 2
set xrange [low:high]
set yrange [0.5:2.5]
set lmargin 12
set rmargin 3
set bmargin 3.4
set tmargin 0.6
set grid noytics
set xlabel metric." of a run, in seconds"
set ytics ("baseline" 2, slot 1)
plot $boxes using 3:1:2:4:($1 - 0.36):($1 + 0.36):5 with boxxyerror fillstyle empty lw 1.5 lc rgb variable, \
     $boxes using 3:($1 - 0.36):(0):(0.72) with vectors nohead lw 2.5 lc rgb "#010101", \
     $points using 1:2:3 with points pt 7 ps 0.4 lc rgb variable
