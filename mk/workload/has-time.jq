# has-time.jq: may something more be tried that nobody asked for? In: $left, seconds of the budget. Out: true or false.
$left > 0
