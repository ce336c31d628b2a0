# report-picture.jq: the plot of the ratios ($forest) as a file of its own, for a README or a comment: with the colours of the report in it.
include "report/lib/svg";
include "report/lib/style";
select($forest != "") | $forest | svg("forest"; "ratios of the tunes") | split(">") | .[0] as $head
| "\($head)><style>\([palette] | join(" ")) svg { background: var(--page); }</style>" + (.[1:] | join(">"))
