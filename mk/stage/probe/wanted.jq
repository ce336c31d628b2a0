# probe-wanted.jq: the raw facts → a line for each compiler that has to be asked about complete -march strings: shell words, its path first.
include "policy/isa";
. as $machine | (.compilers // [])[] | . as $compiler | march_wanted($machine; $compiler) | select(. != []) | [$compiler.path, (.[] | "-march=\(.)")] | @sh
