# units.jq: from a wrapper's log (jq -n) what its compiles made, each product once, in one order: {product, source} a line.
[inputs | select(.product) | {product, source: .sources[0]}] | unique_by(.product)[]
