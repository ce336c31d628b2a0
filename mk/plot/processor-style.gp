# What the pictures of atesor-roofline share. Read after the data (mk/processor/plot.jq). Colours are of middle brightness, to
# be read on white and on black; black itself is turned over by the style sheet that atesor-roofline puts into the picture.
set border 3 lw 0.8
set tics nomirror out scale 0.6
set grid ytics lw 0.5 lc rgb "#8c8c8c" dt (2,4)
set key at graph 0, 1.2 left top horizontal Left reverse samplen 1 width 1 height 0
array colour[6] = ["#3987d6", "#e08e0b", "#2aa876", "#b065c9", "#c2a35f", "#7ba696"]
array policy_colour[2] = ["#3987d6", "#e08e0b"]
array line_colour[5] = ["#3987d6", "#2aa876", "#e08e0b", "#d1495b", "#b065c9"]
grey = "#808080"
# whiskers: from one quartile to the other
set style arrow 1 heads size screen 0.004, 90 fixed lw 1.3 lc rgb grey
subtitle = processor . (taken eq "" ? "" : ", " . taken)
