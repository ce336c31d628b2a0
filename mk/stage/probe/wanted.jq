# wanted.jq: which compilers have to be asked about complete -march strings. In: the facts of atesor-probe. Out: a
# line of shell words for each: the compiler's path, then the flags.
include "policy/isa";
. as $machine
| (.compilers // [])[] | . as $compiler | march_wanted($machine; $compiler) | select(. != [])
| [$compiler.path, (.[] | "-march=\(.)")] | @sh
