# The source archive, as a packager uses it: in a path with blanks, read-only, built out of tree, installed below DESTDIR, and a package that
# includes the installed fragments.
load ../helper

setup() {
	git -C "$ROOT" rev-parse HEAD >/dev/null 2>&1 || skip "the archive is made from a git work tree"
	# The programs and fragments are the installed ones.
	unset atesor_bin
}

@test "make dist; a build out of tree from a read-only source in a path with blanks; install; include atesor.mk" {
	there="$BATS_TEST_TMPDIR/a place/with blanks"
	mkdir -p "$there"
	make -C "$ROOT" dist DIST="$there"
	tar -xzf "$there"/atesor-*.tar.gz -C "$there"
	rm "$there"/atesor-*.tar.gz
	source=$(echo "$there"/atesor-*)
	chmod -R a-w "$source"
	make -C "$source" BUILD="$BATS_TEST_TMPDIR/build" OPT=-O0 -j2 all
	# Root may write what is read-only: so it is looked at.
	[ -z "$(find "$source" -newer "$BATS_TEST_TMPDIR/build/config.mk")" ]
	make -C "$source" BUILD="$BATS_TEST_TMPDIR/build" OPT=-O0 DESTDIR="$BATS_TEST_TMPDIR/stage" PREFIX=/opt/atesor install >/dev/null
	[ -z "$(find "$source" -newer "$BATS_TEST_TMPDIR/build/config.mk")" ]
	[ "$(cat "$BATS_TEST_TMPDIR/stage/opt/atesor/include/atesor.mk")" = "include /opt/atesor/share/atesor/atesor.mk" ]
	# Where it is put in the end need not be where it was staged: the fragments find the rest from where they are.
	mv "$BATS_TEST_TMPDIR/stage/opt/atesor" "$BATS_TEST_TMPDIR/usr"
	mkdir "$BATS_TEST_TMPDIR/my package"
	cd "$BATS_TEST_TMPDIR/my package"
	printf 'int main(void) { return 0; }\n' >p.c
	printf 'p: p.c\n\t$(CC) -O1 -o p p.c\nATESOR_BUILD = make p\nATESOR_TEST = ./p\nATESOR_TEST_RUNS = 1\ninclude %s\n' "$BATS_TEST_TMPDIR/usr/share/atesor/atesor.mk" >Makefile
	run make atesor-verify
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(jq -r .status "$BATS_TEST_TMPDIR/my package.opt/doc/vrfy.tests.json")" = ok ]
	[ -e "$BATS_TEST_TMPDIR/usr/share/bash-completion/completions/atesor-time" ]
	chmod -R u+w "$source"
}

@test "make in the archive's own directory, in a path with blanks" {
	there="$BATS_TEST_TMPDIR/a place/with blanks"
	mkdir -p "$there"
	make -C "$ROOT" dist DIST="$there"
	tar -xzf "$there"/atesor-*.tar.gz -C "$there"
	cd "$there"/atesor-*/
	make OPT=-O0 -j2 all
	build/bin/atesor-time --version
	make OPT=-O0 install DESTDIR="$there/stage" PREFIX=/usr >/dev/null
	"$there/stage/usr/bin/atesor-elf" --version
	make uninstall DESTDIR="$there/stage" PREFIX=/usr
	[ -z "$(find "$there/stage" -type f)" ]
}
