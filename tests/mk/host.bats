# The fragments are guests: whatever the package's Makefile does to make, it works, and nothing of the package's changes.
load package

setup() {
	short
	dir=$BATS_TEST_TMPDIR/p
	package "$dir"
}

# host LINES: the package's Makefile with these lines in front.
host() { printf '%b\n' "$1" | cat - "$dir/Makefile" >"$dir/new" && mv "$dir/new" "$dir/Makefile"; }
verified() {
	run make -C "$dir" "$@" atesor-verify
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(jq -r .status "$dir.opt/doc/vrfy.tests.json")" = ok ]
	[ "$(jq -r .status "$dir.opt/doc/vrfy.build.json")" = ok ]
}

@test "the default goal and the variables of the package stay" {
	printf 'include %s\nSHOW = before\nfirst:\n\t@echo "$(SHOW) $(SHELL) $(.SHELLFLAGS) $(MAKEFLAGS)"\n' "$ROOT/mk/atesor.mk" >"$dir/Makefile"
	run make -C "$dir" --no-print-directory
	with=$output
	sed -i 1d "$dir/Makefile"
	run make -C "$dir" --no-print-directory
	[ "$with" = "$output" ]
	printf 'include %s\nnames:\n\t@echo $(.VARIABLES)\n' "$ROOT/mk/atesor.mk" >"$dir/Makefile"
	with=$(make -s -C "$dir" names | tr ' ' '\n' | sort)
	sed -i 1d "$dir/Makefile"
	without=$(make -s -C "$dir" names | tr ' ' '\n' | sort)
	added=$(comm -23 <(echo "$with") <(echo "$without") | grep -v -e '^ATESOR_' -e '^atesor' || true)
	[ -z "$added" ] || { echo "added: $added"; return 1; }
}

@test ".ONESHELL" { host '.ONESHELL:'; verified; }
@test ".POSIX" { host '.POSIX:'; verified; }
@test "another SHELL" { host 'SHELL = /usr/bin/python3'; sed -i 's/^\t\(.*\)/\timport subprocess; subprocess.check_call("""\1""", shell=True)/' "$dir/Makefile"; verified; }
@test ".EXPORT_ALL_VARIABLES" { host '.EXPORT_ALL_VARIABLES:\nslot = x\nraw = y\nflags = z\nwords = w'; verified; }
@test ".SECONDEXPANSION" { host '.SECONDEXPANSION:'; verified; }
@test "a rule of its own for %.json and for %" { host 'all:\n%.json: ; touch $@\n%.build: ; false'; verified; }
@test "-k" { verified -k; }
@test "-j4" { verified -j4; }
@test "-r -R -s" { verified -r -R -s; }
@test ".DELETE_ON_ERROR and .SILENT" { host '.DELETE_ON_ERROR:\n.SILENT:'; verified; }
@test "included in the middle, set afterwards, with quotes and dollars" {
	cat >"$dir/Makefile" <<M
include $ROOT/mk/atesor.mk
sum: sum.c
	\$(CC) -O1 -DNAME='"it'"'"'s \$\$HOME"' -o \$@ sum.c
ATESOR_BUILD = make sum && echo 'it'"'"'s \$\$HOME "quoted"' && echo \$\$((1 + 2))
ATESOR_TEST = for i in 1 2; do ./sum \$\$i; done
ATESOR_TEST_RUNS = 1
ATESOR_PROGRAMS = sum
M
	verified
	[ "$(jq -r '.data.commands[1]' "$dir.opt/doc/vrfy.plan.json")" = "echo 'it'\"'\"'s \$HOME \"quoted\"'" ]
}
@test "the package's own CC=clang reaches the replayed build" {
	command -v clang >/dev/null || skip "clang is not installed"
	verified CC=clang
	grep -q clang "$dir.opt/wrap/vrfy/log.jsonl"
}
@test "an include by a relative path resolves in the copies, to the fragments" {
	mkdir -p "$BATS_TEST_TMPDIR/x/deep"
	ln -s "$ROOT/mk" "$BATS_TEST_TMPDIR/fragments"
	dir=$BATS_TEST_TMPDIR/x/deep/p
	ATESOR_MK=../../../fragments/atesor.mk package "$dir"
	verified
}
@test "a package without a Makefile of its own" {
	rm "$dir/Makefile"
	run make -C "$BATS_TEST_TMPDIR" -f "$ROOT/mk/atesor.mk" ATESOR_SRC="$dir" ATESOR_BUILD='cc -O1 -o sum sum.c' ATESOR_TEST='./sum 3' atesor-verify
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(jq -r '.data.artifacts[0].path' "$dir.opt/doc/vrfy.build.json")" = sum ]
}
@test "installed: include atesor.mk needs no path" {
	make -C "$ROOT" -s install DESTDIR= PREFIX="$BATS_TEST_TMPDIR/usr" >/dev/null
	sed -i 's|^include .*|include atesor.mk|' "$dir/Makefile"
	unset atesor_bin
	verified -I "$BATS_TEST_TMPDIR/usr/include"
}
