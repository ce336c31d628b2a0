# Arithmetic in registers, for each element type and policy. Bars are medians, whiskers the quartiles.
set terminal svg size 900,520 font "sans-serif,13" noenhanced
set output "compute.svg.part"
set label 1 "Effective measurement of arithmetic in registers" at screen 0.03, 0.945 font ",16"
set label 2 subtitle at screen 0.03, 0.895 textcolor rgb grey
set label 3 "a multiply-add is two operations; bars: medians; whiskers: quartiles" at screen 0.97, 0.895 right textcolor rgb grey
set style fill solid 1 noborder
set boxwidth 0.3
set lmargin at screen 0.10
set rmargin at screen 0.97
set tmargin at screen 0.80
set bmargin at screen 0.14
set yrange [0 : *]
set offsets 0, 0, graph 0.06, 0
set xrange [-0.6 : (types > 0 ? types - 0.4 : 1)]
eval "set xtics " . type_tics
set xtics scale 0
set ylabel "GFLOP/s (int8: Gop/s)"
set key at graph 0, 1.1
if (types > 0) {
	plot for [policy = 1 : policies] $compute_bars index policy - 1 using 1:2 with boxes lc rgb policy_colour[policy] \
			title policy_title[policy], \
		for [policy = 1 : policies] $compute_bars index policy - 1 using 1:3:(0):($4-$3) with vectors arrowstyle 1 notitle, \
		for [policy = 1 : policies] $compute_bars index policy - 1 using 1:4:5 with labels offset 0, 0.6 font ",11" notitle
} else {
	unset ytics
	set label 50 "not measured" at graph 0.5, 0.5 center
	set yrange [0:1]
	plot NaN notitle
}
