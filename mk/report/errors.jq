# errors.jq: what the failed builds said. In: raw text (-nR), lines "SLOT<tab>line" of atesor-replay errors. Out:
# [{slot, lines: [text]}].
[inputs | split("\t") | select(length > 1) | {slot: .[0], line: (.[1:] | join("\t"))}]
| group_by(.slot) | map({slot: .[0].slot, lines: map(.line)})
