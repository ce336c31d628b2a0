# train-input.jq: the training input as shell words: ATESOR_TRAIN, or the timed input's kind and size from another seed. A workload whose
# input is a file trains on that file when ATESOR_TRAIN names no other.
def sh($name; $value): "\($name)=\($value // "" | tostring | @sh)";
.data.input as $timed | $config[0].data.train as $train
| if $train.file then sh("input"; $train.file | if startswith("/") then . else "\($src)/\(.)" end), "bytes="
  elif $train then sh("input_kind"; $train.kind), sh("bytes"; $train.bytes)
  elif $timed.bytes then sh("input_kind"; $timed.kind), sh("bytes"; $timed.bytes)
  else empty end
