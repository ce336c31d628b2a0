# try.jq: a try of the workload with its size. In: lines of atesor-time; $ENV.bytes, $ENV.iterations. Out: the run and
# the last line, with both.
select(.kind == "run" or .kind == "end") | . + {bytes: $ENV.bytes, iterations: $ENV.iterations}
