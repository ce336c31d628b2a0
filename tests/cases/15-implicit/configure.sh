#!/bin/sh
# A configure check in the old style, without a declaration: another compiler answers otherwise, and the build goes on with a feature less.
echo 'int main(void) { return dup2(0, 0) < -1; }' >conftest.c
# shellcheck disable=SC2086
if ${CC:-cc} $CFLAGS -c conftest.c -o conftest.o 2>/dev/null; then echo '#define HAVE_DUP2 1'; else echo '/* #undef HAVE_DUP2 */'; fi >config.h
rm -f conftest.*
