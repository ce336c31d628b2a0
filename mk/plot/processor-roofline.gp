# The roofline, a panel a policy: a roof for each level, the ceilings of the element types, and where they cross.
panels = rooflines > 0 ? rooflines : 1
height = 90 + 480 * panels
set terminal svg size 900, height font "sans-serif,13" noenhanced
set output "roofline.svg.part"
set multiplot
set label 1 "Roofline of effective measurements" at screen 0.03, 1 - 32.0 / height font ",16"
set label 2 subtitle at screen 0.03, 1 - 58.0 / height textcolor rgb grey
set lmargin at screen 0.10
set rmargin at screen 0.97
unset key
set xlabel "operations a byte of memory traffic"
if (rooflines == 0) {
	unset tics
	unset border
	set tmargin at screen 0.8
	set label 50 "not measured" at graph 0.5, 0.5 center
	set xrange [0:1]
	set yrange [0:1]
	plot NaN
} else {
	set logscale xy
	set grid xtics ytics lw 0.5 lc rgb grey dt (2,4)
	set xrange [left : right]
	set yrange [bottom / 1.3 : top * 1.8]
	# the slope of all roofs in this picture of 783 by 390 points
	slope = atan2(390 / log10(top * 1.8 * 1.3 / bottom), 783 / log10(right / left)) * 180 / pi
}
do for [n = 1 : rooflines] {
	set tmargin at screen 1 - (110.0 + 480 * (n - 1)) / height
	set bmargin at screen 1 - (500.0 + 480 * (n - 1)) / height
	set ylabel "Gop/s" offset 1
	set label 4 roofline_title[n] at graph 0, 1.03
	plot for [i = 1 : 5] $ceiling_lines index (n - 1) * 5 + i - 1 using 1:2 with lines lw 1.2 dt (8,5) lc rgb grey, \
		for [i = 1 : 4] $roof_lines index (n - 1) * 4 + i - 1 using 1:2 with lines lw 2.2 lc rgb line_colour[i], \
		$other_crossings index n - 1 using 1:2 with points pt 7 ps 0.35 lc rgb grey, \
		$crossings index n - 1 using 1:2 with points pt 7 ps 0.7 lc rgb "#d1495b", \
		$crossings index n - 1 using 1:(bottom / 1.3):(0):($2 - bottom / 1.3) with vectors nohead dt (2,4) lw 1.2 lc rgb "#d1495b", \
		$crossings index n - 1 using 1:(bottom / 1.15):3 with labels left rotate by 90 offset -0.7, 0 font ",11" \
			textcolor rgb "#d1495b", \
		$ceiling_names index n - 1 using 1:2:3 with labels right offset -0.5, 0.6 font ",11", \
		for [i = 1 : 4] $roof_names index (n - 1) * 4 + i - 1 using 1:2:3 with labels left rotate by slope offset 0, 0.6 font ",11" \
			textcolor rgb line_colour[i]
	unset label 1; unset label 2
}
unset multiplot
