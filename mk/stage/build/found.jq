# found.jq: the programs and libraries among the files that a build made. In: lines of atesor-tree changed. Out: their
# paths. libtool's hidden copies stand for their wrappers.
select(.change != "removed" and (.kind | IN("elf-exec", "elf-shared", "archive"))) | .path
| select(test("(^|/)(CMakeFiles|conftest[^/]*)(/|$)") | not)
