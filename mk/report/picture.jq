# report/picture.jq: the plot of the ratios as a file of its own, for a README or a comment: the report's colours are
# in it.
#
# In:  $forest, the plot as gnuplot drew it. Out: the SVG file; nothing if $forest is "".
include "report/lib/svg";
include "report/lib/style";

select($forest != "") | $forest | svg("forest"; "ratios of the tunes")
# The style goes behind the opening tag.
| split(">") | "\(.[0])><style>\([palette] | join(" ")) svg { background: var(--page); }</style>" + (.[1:] | join(">"))
