# code.jq: the code of each artifact as a line "PATH HASH". In: lines of atesor-elf inspect; $build: the build's
# document. A file without code that could be compared stands by the hash of its bytes.
def bytes_of($path): first($build[0].data.artifacts[] | select(.path == $path) | "bytes \(.sha256)");
.path as $path | "\($path) \(.code_sha256 // bytes_of($path))"
