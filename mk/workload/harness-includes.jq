# harness-includes.jq: where a driver finds the headers of a built tree, as a shell function that runs in it: with_includes COMMAND… adds the
# directories that are usual in a source, and those in which the build made headers.
"with_includes() { \"$@\" -I. -Iinclude -Isrc\([.data.headers[]? | select(test("/[^/]*[.]h(h|pp|xx)?$")) | sub("/[^/]*$"; "")]
  | unique | map(" " + ("-I" + . | @sh)) | join("")); }"
