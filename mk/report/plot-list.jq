# report/plot-list.jq: the plots of the report with their captions.
#
# In:  $forest, $rounds, $distributions, the plots as gnuplot drew them ("" where there is none); $why, why one is
#      missing.
# Out: [{name, title, caption, svg or why}].
include "report/lib/svg";

[{name: "forest", title: "The plot of the ratios",
  caption: ("Ratio of each timed tune with its 95 % interval; the band is what counts as no change. "
    + "Hollow: the second check.")},
 {name: "rounds", title: "The plot of the rounds",
  caption: ("Each point is a round: a run of the tune divided by the run of the baseline beside it; "
    + "the line is their median.")},
 {name: "distributions", title: "The plot of the distributions",
  caption: ("The runs of the winner's session (if none won, of the tune with the lowest ratio). "
    + "The box holds the middle half.")}]
| map(.name as $name | {$forest, $rounds, $distributions}[$name] as $drawn
    | . + if $drawn != "" then {svg: ($drawn | svg($name; "plot: \($name)"))} else {why: $why} end)
