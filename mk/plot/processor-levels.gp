# Bandwidth for each level and mode, a panel a policy, and the latency of each level. Bars are medians, whiskers the quartiles.
panels = level_policies + (latency_cells > 0)
panels = panels > 0 ? panels : 1
height = 100 + 300 * panels
set terminal svg size 900, height font "sans-serif,13" noenhanced
set output "levels.svg.part"
set multiplot
set label 1 "Effective measurement of each level" at screen 0.03, 1 - 32.0 / height font ",16"
set label 2 subtitle at screen 0.03, 1 - 58.0 / height textcolor rgb grey
set label 3 "bars: medians; whiskers: quartiles" . (level_noisy ? "; * noisy" : "") \
	at screen 0.97, 1 - 58.0 / height right textcolor rgb grey
set style fill solid 1 noborder
set boxwidth 0.86
set lmargin at screen 0.11
set rmargin at screen 0.97

top(n) = 1 - (120.0 + 300 * n) / height
if (level_policies + latency_cells == 0) {
	unset tics
	unset border
	set label 50 "not measured" at graph 0.5, 0.5 center
	set xrange [0:1]
	set yrange [0:1]
	plot NaN notitle
}
do for [policy = 1 : level_policies] {
	set tmargin at screen top(policy - 1)
	set bmargin at screen top(policy - 1) - 215.0 / height
	set xrange [-1 : level_most]
	set yrange [0 : *]
	set offsets 0, 0, graph 0.08, 0
	eval "set xtics " . level_tics
	set xtics scale 0
	set ylabel "GB/s, " . level_title[policy]
	plot for [m = 1 : modes] $level_bars index (policy - 1) * modes + m - 1 using 1:2 with boxes lc rgb colour[m] \
			title mode_name[m], \
		for [m = 1 : modes] $level_bars index (policy - 1) * modes + m - 1 using 1:3:(0):($4-$3) with vectors arrowstyle 1 notitle, \
		for [m = 1 : modes] $level_bars index (policy - 1) * modes + m - 1 using 1:4:5 with labels offset 0, 0.6 font ",10" notitle
	unset label 1; unset label 2; unset label 3
}
if (latency_cells > 0) {
	set tmargin at screen top(level_policies)
	set bmargin at screen top(level_policies) - 215.0 / height
	set xrange [-0.6 : levels - 0.4]
	set logscale y
	set yrange [0.5 : latency_most * 4]
	set boxwidth 0.3
	eval "set xtics " . latency_tics
	set ylabel "latency of a dependent load, ns"
	plot for [policy = 1 : policies] $latency_bars index policy - 1 using 1:2 with boxes lc rgb policy_colour[policy] \
			title policy_title[policy], \
		for [policy = 1 : policies] $latency_bars index policy - 1 using 1:3:(0):($4-$3) with vectors arrowstyle 1 notitle, \
		for [policy = 1 : policies] $latency_bars index policy - 1 using 1:4:5 with labels offset 0, 0.6 font ",10" notitle
}
unset multiplot
