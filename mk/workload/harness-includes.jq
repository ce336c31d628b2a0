# harness-includes.jq: where a driver finds the headers of a built tree.
#
# In:  doc/base.build.json.
# Out: a shell function that runs in the tree: `with_includes COMMAND…` adds the directories that are usual in a
#      source, and those in which the build made headers.
def is_header: test("/[^/]*[.]h(h|pp|xx)?$");
def directory: sub("/[^/]*$"; "");

[.data.headers[]? | select(is_header) | directory] | unique
| map(" " + ("-I" + . | @sh)) | join("")
| "with_includes() { \"$@\" -I. -Iinclude -Isrc\(.); }"
