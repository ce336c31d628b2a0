load ../helper
bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

tree() {
	"$BIN/atesor-tree" "$@"
}

facts() {      # facts DIR: all that a copy must keep, one line a thing, without the inode numbers
	(cd "$1" && find . -printf '%P|%y|%m|%s|%T@|%l|%n\0' | sort -z | tr '\0' '\n')
}

sha() {
	tree manifest "$1" | jq -r .sha256
}

# as_user SUBCOMMAND…: without the rights of root, for which nothing is unreadable. The program comes along, so that it can be reached.
as_user() {
	if [ "$(id -u)" != 0 ]; then
		tree "$@"
	else
		chmod a+x "$BATS_RUN_TMPDIR" "$BATS_RUN_TMPDIR/test" .
		cp "$BIN/atesor-tree" . && chown -Rh 65534:65534 .
		setpriv --reuid 65534 --regid 65534 --clear-groups ./atesor-tree "$@"
	fi
}

some_tree() {      # one of everything
	mkdir -p "$1/sub dir/ü" "$1/empty" "$1/$(printf 'new\nline')"
	printf 'text\n' >"$1/a file"
	printf 'x' >"$1/sub dir/ü/naïve % # \" '\$x"
	printf 'raw' >"$1/$(printf 'latin\351')"
	printf '#!/bin/sh\n' >"$1/run" && chmod 4755 "$1/run"
	ln "$1/a file" "$1/sub dir/hard"
	ln -s nowhere "$1/dangling"
	ln -s ../.. "$1/sub dir/up"
	mkfifo "$1/fifo"
	truncate -s 5M "$1/sparse" && printf end >>"$1/sparse"
	chmod 500 "$1/sub dir/ü"
	chmod 440 "$1/a file"
	touch -d '2001-02-03 04:05:06.123456789' "$1/run" "$1/empty"
}

deep() {      # deep DIR: a file below 5000 characters of directories; prints nothing
	(cd "$1" && for _ in $(seq 100); do mkdir dddddddddddddddddddddddddddddddddddddddddddddddddd && cd dddddddddddddddddddddddddddddddddddddddddddddddddd || exit; done && echo deep >file)
}

@test "copy keeps content, modes, times, links, holes, and names of any kind" {
	some_tree src
	tree copy src dst
	diff <(facts src) <(facts dst)
	[ "$(sha src)" = "$(sha dst)" ]
	[ "$(stat -c %i "dst/a file")" = "$(stat -c %i "dst/sub dir/hard")" ]
	[ "$(stat -c %i "dst/a file")" != "$(stat -c %i "src/a file")" ]
	[ "$(du -k dst/sparse | cut -f1)" -lt 100 ]
	[ ! -e dst.part ]
}

@test "copy keeps extended attributes where the file system has them" {
	mkdir src && echo x >src/f
	python3 -c 'import os; os.setxattr("src/f", "user.note", b"kept")' 2>/dev/null || skip "no extended attributes here"
	tree copy src dst
	[ "$(python3 -c 'import os; print(os.getxattr("dst/f", "user.note").decode())')" = kept ]
}

@test "a path of 5000 characters is copied, hashed, compared, cleaned and removed" {
	mkdir src
	deep src
	tree copy src dst
	[ "$(sha src)" = "$(sha dst)" ]
	tree manifest --list list src >/dev/null
	[ "$(tail -n 1 list | wc -c)" -gt 5000 ]
	tree snapshot dst --list snap
	run -0 tree changed dst --since snap
	[ -z "$output" ]
	run -0 tree clean dst
	[ -z "$output" ]
	tree remove dst
	[ ! -e dst ]
	tree remove src
}

@test "copy refuses a target that exists, one inside the source, and a missing source" {
	mkdir src dst
	run -3 tree copy src dst
	[[ $output == *"'dst' exists already"* ]]
	run -3 tree copy src src/inside
	[[ $output == *"lies inside 'src'"* ]]
	[ ! -e src/inside ]
	[ ! -e src/inside.part ]
	run -3 tree copy nothing new
	[[ $output == *"'nothing'"*"No such file"* ]]
	[ ! -e new ]
}

@test "copy removes what an interrupted one left, write-protected or not" {
	mkdir -p src dst.part/locked
	echo old >dst.part/locked/f && chmod 500 dst.part/locked
	echo new >src/f
	tree copy src dst/
	[ "$(cat dst/f)" = new ]
	[ ! -e dst/locked ]
	[ ! -e dst.part ]
}

@test "copy does not follow a link out of the tree" {
	mkdir -p src outside && echo secret >outside/f
	ln -s ../outside src/link
	tree copy src dst
	[ "$(readlink dst/link)" = ../outside ]
	tree remove dst
	[ -e outside/f ]
}

@test "copy names a socket and a device that it cannot take, and leaves nothing" {
	mkdir src
	python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("src/sock")'
	run -3 tree copy src dst
	[[ $output == *"'src/sock' is a socket"* ]]
	[ ! -e dst ]
	[ ! -e dst.part ]
}

@test "an unreadable file is named; nothing is left" {
	mkdir src && echo x >src/secret && chmod 000 src/secret
	run -3 as_user copy src dst
	[[ $output == *"cannot open 'src/secret': Permission denied"* ]]
	[ ! -e dst ]
	[ ! -e dst.part ]
	run -3 as_user manifest src
	[[ $output == *"cannot open 'src/secret': Permission denied"* ]]
}

@test "a user without root's rights can copy, clean and remove write-protected directories" {
	mkdir -p src/ro/deeper && echo 'int x;' >src/ro/x.c && cp /bin/true src/ro/deeper/prog
	chmod 555 src/ro/deeper src/ro
	as_user copy src dst
	diff <(facts src) <(facts dst)
	as_user clean dst >removed
	[ ! -e dst/ro/deeper/prog ]
	[ -e dst/ro/x.c ]
	[ "$(stat -c %a dst/ro/deeper)" = 555 ]
	as_user remove dst
	[ ! -e dst ]
	chmod -R u+w src
}

@test "a file that changes during the copy is an error that names it" {
	mkdir src && head -c 40M /dev/zero >src/big
	timeout 600 bash -c 'while [ ! -e stop ]; do printf x >>src/big; done' 3>&- &
	# The writer may sleep just then: an undisturbed copy is right too, so there are several tries.
	for _ in $(seq 50); do
		tree remove dst
		run tree copy src dst
		[ "$status" = 0 ] || break
	done
	: >stop && wait
	[ "$status" = 3 ]
	[[ $output == *"'src/big' changed"* ]]
	[ ! -e dst ]
	[ ! -e dst.part ]
}

@test "manifest: content, mode, kind and link target count; times and version control do not" {
	mkdir -p src/.git src/d && echo x >src/.git/config && echo 1 >src/f && ln -s f src/l
	one=$(sha src)
	[ "${#one}" = 64 ]
	touch -d 2001-01-01 src/f src/d && echo y >src/.git/config && mkdir src/d/.svn && touch src/d/.svn/x
	[ "$(sha src)" = "$one" ]
	echo 2 >src/f
	[ "$(sha src)" != "$one" ]
	echo 1 >src/f
	[ "$(sha src)" = "$one" ]
	chmod 600 src/f
	[ "$(sha src)" != "$one" ]
	chmod 644 src/f && ln -sfn d src/l
	[ "$(sha src)" != "$one" ]
	ln -sfn f src/l && mkdir src/new
	[ "$(sha src)" != "$one" ]
	rmdir src/new
	[ "$(sha src)" = "$one" ]
}

@test "manifest: counts, the newest file, and a list whose SHA-256 is the hash" {
	mkdir -p src/d && printf 12345 >src/a && printf 678 >src/d/b && ln -s a src/l
	touch -d @1700000000 src/a && touch -d @1600000000 src/d/b
	tree manifest src --list list >json
	[ "$(jq -c '[.files, .bytes, .newest]' json)" = '[3,8,1700000000]' ]
	[ "$(jq -r .sha256 json)" = "$(sha256sum <list | cut -d' ' -f1)" ]
	grep -qx "f 0644 5 $(printf 12345 | sha256sum | cut -d' ' -f1) a" list
	grep -qx "d 0755 - - d" list
	grep -qx "l 0777 1 $(printf a | sha256sum | cut -d' ' -f1) l" list
	mkdir empty
	[ "$(tree manifest empty | jq -c '[.files, .bytes, has("newest")]')" = '[0,0,false]' ]
}

@test "manifest: a name with a newline stays one line, and --list appears whole or not at all" {
	mkdir src && : >"src/$(printf 'a\nb\\c')"
	tree manifest src --list list >/dev/null
	[ "$(wc -l <list)" = 2 ]
	grep -qF 'a\nb\\c' list
	run -3 tree manifest nothing --list other
	[ ! -e other ]
}

@test "snapshot and changed: what was added, changed, removed, and its kind" {
	mkdir -p t/sub && echo 'int f(void) { return 1; }' >t/f.c && echo old >t/gone && echo same >"t/sub/stays ü"
	tree snapshot t --list snap
	run -0 tree changed t --since snap
	[ -z "$output" ]
	echo 'int main(void) { return 0; }' >m.c
	gcc -c t/f.c -o t/f.o
	gcc -shared -fPIC t/f.c -o t/libf.so
	gcc -pie -fPIE m.c -o t/pie
	gcc -static-pie -fPIE m.c -o t/static
	gcc -no-pie m.c -o t/sub/exec
	ar rc t/libf.a t/f.o
	rm t/gone && echo more >>t/f.c
	tree changed --since snap t >out
	jq -r '[.path, .change, .kind // "-"] | join(" ")' out | sort >got
	printf '%s\n' 'f.c changed other' 'f.o added elf-object' 'gone removed -' 'libf.a added archive' 'libf.so added elf-shared' \
		'pie added elf-exec' 'static added elf-exec' 'sub/exec added elf-exec' | sort | diff - got
}

@test "changed sees a rewrite of equal size with its old mtime; a foreign file is no snapshot" {
	mkdir t && echo 1 >t/f && touch -d 2001-01-01 t/f
	tree snapshot t --list snap
	sleep 0.02
	echo 2 >t/f && touch -d 2001-01-01 t/f
	[ "$(tree changed t --since snap | jq -r .change)" = changed ]
	run -3 tree changed t --since t/f
	[[ $output == *"'t/f' is not a snapshot"* ]]
}

# A source with a fixture that looks like an output, built in place afterwards.
built_in_place() {
	mkdir -p "$1/tests" && cp /bin/true "$1/tests/fixture.elf" && ar rc "$1/tests/fixture.a" /dev/null
	echo 'int main(void) { return 0; }' >"$1/tool.c" && echo 'int f(void) { return 1; }' >"$1/lib.c"
	touch -d 2011-01-01 "$1"/tests/* "$1"/*.c
	cp -a "$1" "$1.orig"
	(cd "$1" && gcc --coverage -c tool.c lib.c && gcc --coverage -o tool tool.o && gcc -o tests/made tool.c && ar rc liball.a lib.o &&
		gcc -shared -fPIC -o libs.so.1 lib.c && ln -s libs.so.1 libs.so)
}

@test "clean without git: outputs go, sources stay, fixtures can be put back" {
	built_in_place t
	tree clean t --list removed >out
	diff <(cd t && find . -type f -o -type l | sort) <(printf './%s\n' lib.c tool.c)
	[ "$(tr '\0' ' ' <removed)" = "tests/fixture.a tests/fixture.elf " ]
	[ "$(jq -r 'select(.restorable) | .path' out | tr '\n' ' ')" = "tests/fixture.a tests/fixture.elf " ]
	[ "$(jq -r 'select(.path == "libs.so") | .why' out)" = "link to an output" ]
	[ "$(jq -r 'select(.path == "liball.a") | .why' out)" = archive ]
	echo rebuilt >t/tests/fixture.a
	[ "$(tree restore --from t.orig t <removed | jq -r .path)" = tests/fixture.elf ]
	cmp t/tests/fixture.elf /bin/true
	[ "$(cat t/tests/fixture.a)" = rebuilt ]
	[ "$(stat -c %Y t/tests/fixture.elf)" = "$(stat -c %Y t.orig/tests/fixture.elf)" ]
}

@test "clean with git: what is tracked stays, whatever it looks like, and whoever owns it" {
	built_in_place t
	(cd t && git init -q . && git add tests/fixture.elf tool.c lib.c)
	[ "$(id -u)" != 0 ] || chown -R 65534:65534 t
	tree clean t --list removed >out 2>err
	[ ! -s err ]
	[ -e t/tests/fixture.elf ]
	[ ! -e t/tests/made ]
	[ ! -e t/tool ]
	[ ! -e t/tests/fixture.a ]
	[ -e t/.git/index ]
}

@test "clean where git is not installed judges by content; a broken repository is warned about" {
	built_in_place t
	mkdir -p nogit t/.git
	PATH=$PWD/nogit tree clean t --list removed >out 2>err
	[ ! -s err ]
	[ "$(tr '\0' ' ' <removed)" = "tests/fixture.a tests/fixture.elf " ]
	cp -a t.orig u && git -C u init -q . && echo '[core' >u/.git/config
	tree clean u --list removed >out 2>err
	grep -q "warning: git does not answer about 'u'" err
	[ "$(tr '\0' ' ' <removed)" = "tests/fixture.a tests/fixture.elf " ]
}

@test "clean --source: git is asked in the tree that this one is a copy of" {
	mkdir repo && built_in_place repo/package
	(cd repo && git init -q . && git add package/tests/fixture.elf package/tool.c)
	tree copy repo/package copy
	tree clean copy --source repo/package >out
	[ -e copy/tests/fixture.elf ]
	[ ! -e copy/tests/fixture.a ]
}

@test "clean asks git without its environment, and does not run the tree's own commands" {
	built_in_place t
	(cd t && git init -q . && git add tests/fixture.elf && git config core.fsmonitor "touch $PWD/../ran; true")
	GIT_DIR=/nonexistent tree clean t >out 2>err
	[ ! -s err ]
	[ ! -e ran ]
	[ -e t/tests/fixture.elf ]
}

@test "clean: a directory called build is source if it holds source; a CMake build directory goes, under any name" {
	command -v cmake >/dev/null || skip "no cmake"
	mkdir -p t/build/cmake
	echo 'int main(void) { return 0; }' >t/m.c
	printf 'cmake_minimum_required(VERSION 3.10)\nproject(x C)\nadd_executable(prog ../../m.c)\n' >t/build/cmake/CMakeLists.txt
	echo notes >t/build/README
	touch -d 2011-01-01 t/m.c t/build/README t/build/cmake/CMakeLists.txt
	cp -a t orig
	cmake -S t/build/cmake -B "t/out put" >/dev/null && cmake --build "t/out put" >/dev/null
	cmake -S t/build/cmake -B t/build >/dev/null && cmake --build t/build >/dev/null
	tree clean t --list removed >out
	diff <(cd orig && find . | sort) <(cd t && find . | sort)
	[ "$(jq -r 'select(.path == "out put") | .why' out)" = "cmake build directory" ]
	[ ! -s removed ]
}

@test "clean: a CMake build in the source tree leaves its sources" {
	command -v cmake >/dev/null || skip "no cmake"
	mkdir t && echo 'int main(void) { return 0; }' >t/m.c
	printf 'cmake_minimum_required(VERSION 3.10)\nproject(x C)\nadd_executable(prog m.c)\n' >t/CMakeLists.txt
	(cd t && cmake . >/dev/null && cmake --build . >/dev/null)
	tree clean t >out
	diff <(cd t && find . -type f | sort) <(printf './%s\n' CMakeLists.txt m.c)
}

@test "clean: cargo's target and autotools' build directory by content; others of the same look stay" {
	mkdir -p t/target/release t/x/target t/obj t/tree/lib
	printf 'Signature: 8a477f597d28d172789f06886806bc55\n# This file is a cache directory tag created by cargo.\n' >t/target/CACHEDIR.TAG
	echo junk >t/target/release/prog.d
	echo source >t/x/target/file
	echo s >t/obj/config.status && echo m >t/obj/Makefile
	echo s >t/tree/config.status && echo c >t/tree/configure && echo m >t/tree/Makefile
	echo '# x.lo - a libtool object file' >t/tree/lib/x.lo
	tree clean t >out
	[ ! -e t/target ]
	[ ! -e t/obj ]
	[ -e t/x/target/file ]
	[ ! -e t/tree/config.status ]
	[ -e t/tree/configure ]
	[ -e t/tree/Makefile ]
	[ ! -e t/tree/lib/x.lo ]
	[ "$(jq -rs 'map(select(.path == "target"))[0] | "\(.why) \(.files)"' out)" = "cargo target directory 2" ]
	[ "$(jq -rs 'map(select(.path == "obj"))[0].why' out)" = "autotools build directory" ]
}

@test "clean: a Debian package and a core file are no outputs; the tree's own root is never removed" {
	mkdir t && printf '!<arch>\ndebian-binary   ' >t/x.deb && echo cache >t/CMakeCache.txt && echo z >t/file
	tree clean t >out
	[ -e t/x.deb ]
	[ -e t/file ]
	[ ! -e t/CMakeCache.txt ]
}

@test "keep and putback: changed and missing artifacts come back, equal ones stay untouched" {
	mkdir -p t/lib && echo one >t/prog && echo two >t/lib/libx.so.1 && ln -s libx.so.1 t/lib/libx.so && echo three >"t/has space"
	chmod 755 t/prog && touch -d 2001-01-01 t/prog
	tree keep t --in kept prog lib/libx.so.1 lib/libx.so "has space"
	inode=$(stat -c %i "t/has space")
	echo other >t/prog && rm -r t/lib
	tree putback t --in kept >out
	[ "$(jq -r '"\(.path) \(.was)"' out | sort | tr '\n' ' ')" = "lib/libx.so missing lib/libx.so.1 missing prog changed " ]
	[ "$(cat t/prog t/lib/libx.so)" = "$(printf 'one\ntwo')" ]
	[ "$(stat -c '%a %Y' t/prog)" = "755 $(date -d 2001-01-01 +%s)" ]
	[ "$(stat -c %i "t/has space")" = "$inode" ]
	run -0 tree putback t --in kept
	[ -z "$output" ]
}

@test "keep refuses a store that exists, a missing artifact, and paths out of the tree; nothing is left" {
	mkdir -p t kept && echo x >outside && ln -s .. t/link && echo y >t/f
	run -3 tree keep t --in kept f
	[[ $output == *"'kept' exists already"* ]]
	for path in missing ../outside /etc/passwd link/outside; do
		run -3 tree keep t --in new "$path"
		[[ $output == *"cannot find 't/$path'"* ]]
		[ ! -e new ]
		[ ! -e new.part ]
	done
	tree keep t --in new
	[ -d new ]
}

@test "restore takes lists with newlines too, and names what it cannot find" {
	mkdir -p src/d t && echo 1 >src/d/one && echo 2 >src/two
	run -3 --separate-stderr tree restore --from src t <<<$'d/one\nnothing\ntwo'
	[ "$(jq -r .path <<<"$output" | tr '\n' ' ')" = "d/one two " ]
	[[ $stderr == *"'src/nothing'"* ]]
	[ "$(cat t/d/one t/two)" = "$(printf '1\n2')" ]
}

@test "usage: unknown words, missing operands and options end with 2 and a hint" {
	run -2 tree
	[[ $output == *"which subcommand"* ]]
	run -2 tree frobnicate x
	[[ $output == *"no subcommand 'frobnicate'"* ]]
	run -2 tree copy one
	[[ $output == *"needs two directories"* ]]
	run -2 tree changed x
	[[ $output == *"--since"* ]]
	run -2 tree restore x
	[[ $output == *"--from"* ]]
	run -2 tree manifest a b
	[[ $output == *"'b' is one operand too many"* ]]
	run -2 tree manifest a --since b
	[[ $output == *"--since"* ]]
	run -0 tree --help
	run -0 tree clean --help
	[[ $output == *"--source"* ]]
	run -0 tree --version
}

@test "an answer that cannot be written is an error" {
	mkdir t && echo x >t/f
	run -3 bash -c '"$1/atesor-tree" manifest t >/dev/full' - "$BIN"
	[[ $output == *"No space left"* ]]
}
