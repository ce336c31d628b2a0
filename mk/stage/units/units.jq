# units.jq: the objects that a build made. In: the wrapper's log (jq -n). Out: {product, source} a line, each product
# once, in one order.
[inputs | select(.product) | {product, source: .sources[0]}] | unique_by(.product)[]
