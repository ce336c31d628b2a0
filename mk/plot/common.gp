# common.gp: what the plots have in common. Colours are roles: 1 ink, 2 fine lines, 3 the band of what counts as no change, 4 to
# 7 data (mk/report/plots.jq); the report's style sheet gives them their colours, light and dark.
set terminal svg noenhanced size 1080, height font "sans-serif,13" name name
set border 0
set grid xtics ytics lw 1 lt 1 lc rgb "#020202"
set tics nomirror scale 0 textcolor rgb "#010101"
set xlabel textcolor rgb "#010101"
set ylabel textcolor rgb "#010101"
set title textcolor rgb "#010101"
unset key
