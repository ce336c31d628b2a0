# report-errors.jq: what the failed builds said, from lines "SLOT<tab>line" of their logs, as text: [{slot, lines}]. Which
# lines, grep has chosen; colours are taken out.
def plain: gsub("\u001b\\[[0-9;]*[A-Za-z]"; "");
[inputs | split("\t") | select(length > 1) | {slot: .[0], line: (.[1:] | join("\t") | plain)}]
| group_by(.slot) | map({slot: .[0].slot, lines: map(.line[:300])})
