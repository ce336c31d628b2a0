# Read bandwidth and latency against the working set, with the caches' edges (dashed) and where a plateau ended (dotted).
set terminal svg size 900,780 font "sans-serif,13" noenhanced
set output "size.svg.part"
set multiplot
set logscale x 2
set xrange [size_least / 1.15 : size_most * 1.15]
eval "set xtics " . size_tics
set label 1 "Effective measurement against the working set: one thread" at screen 0.03, 0.965 font ",16"
set label 2 subtitle at screen 0.03, 0.93 textcolor rgb grey
set label 3 size_note at screen 0.97, 0.93 right textcolor rgb grey

do for [i = 1 : edges] {
	set arrow 10 + i from edge[i], graph 0 to edge[i], graph 1 nohead dt (8,5) lc rgb "#d1495b" lw 1.2
	set label 10 + i edge_name[i] at edge[i], graph 1.03 center textcolor rgb "#d1495b" font ",11"
}
do for [i = 1 : knees] {
	set arrow 30 + i from knee[i], graph 0 to knee[i], graph 1 nohead dt (2,4) lc rgb "#2aa876" lw 1.4
}

set lmargin at screen 0.10
set rmargin at screen 0.97
set tmargin at screen 0.86
set bmargin at screen 0.54
set yrange [0:*]
set ylabel "read, GB/s" offset 1
set format x ""
unset key
if (has_read) {
	plot $size_read using 1:2 with linespoints lw 2 pt 7 ps 0.5 lc rgb colour[1]
} else {
	unset ytics
	set label 50 "not measured" at graph 0.5, 0.5 center
	set yrange [0:1]
	plot NaN
	unset label 50
	set ytics nomirror
}

unset label 1; unset label 2; unset label 3
do for [i = 1 : edges] { unset label 10 + i }
do for [i = 1 : knees] {
	# away from the curve
	if (knee_high[i]) {
		set label 30 + i knee_name[i] at knee[i], graph 0.04 left rotate by 90 offset -0.8, 0 textcolor rgb "#2aa876" font ",11"
	} else {
		set label 30 + i knee_name[i] at knee[i], graph 0.97 right rotate by 90 offset -0.8, 0 textcolor rgb "#2aa876" font ",11"
	}
}
set tmargin at screen 0.46
set bmargin at screen 0.10
set ylabel "latency of a dependent load, ns"
set xlabel "working set"
set format x "%g"
eval "set xtics " . size_tics
set logscale y
set yrange [*:*]
if (has_latency) {
	plot $size_latency using 1:2 with linespoints lw 2 pt 7 ps 0.5 lc rgb colour[2]
} else {
	unset ytics
	set label 50 "not measured" at graph 0.5, 0.5 center
	set yrange [1:10]
	plot NaN
}
unset multiplot
