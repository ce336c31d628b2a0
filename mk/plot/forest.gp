# forest.gp: each timed tune's ratio with its interval, over the band of what counts as no change; a second check is a hollow
# point.
name = "forest"
height = 86 + 26 * rows
load "common.gp"
if (logarithmic) set logscale x 2
set xrange [low:high]
set yrange [0.4:rows + 0.6]
set lmargin 12
set rmargin 26
set bmargin 3.4
set tmargin 0.6
set grid noytics
set xlabel "time of the tune / time of the baseline (below 1 is faster)"
set object 1 rectangle from first 1 - effect, graph 0 to first 1 + effect, graph 1 \
    fillcolor rgb "#030303" fillstyle solid noborder behind
set arrow 1 from first 1, graph 0 to first 1, graph 1 nohead lw 1.5 lc rgb "#010101" back
plot $data using 2:1:3:4:5:yticlabels(7) with xerrorbars pt 0 lw 2 lc rgb variable, \
     $data using ($6 == 0 ? $2 : NaN):1:5 with points pt 7 ps 0.9 lc rgb variable, \
     $data using ($6 == 1 ? $2 : NaN):1:5 with points pt 6 ps 0.9 lw 2 lc rgb variable, \
     $data using (high):1:8 with labels left offset 1.2, 0 tc rgb "#010101"
