# report/errors.jq: what the failed builds said. publish.mk has chosen the lines with grep; here the escape sequences
# of colours are taken out and long lines are cut.
#
# In:  raw text (-nR), lines "SLOT<tab>line of the log". Out: [{slot, lines: [text]}].
def without_colours: gsub("\u001b\\[[0-9;]*[A-Za-z]"; "");

[inputs | split("\t") | select(length > 1) | {slot: .[0], line: (.[1:] | join("\t") | without_colours)}]
| group_by(.slot) | map({slot: .[0].slot, lines: map(.line[:300])})
