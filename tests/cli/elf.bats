load ../helper
bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

key() {      # key FILE FILTER: what inspect says of it
	"$BIN/atesor-elf" inspect "$1" | jq -r "$2"
}

source_c() {
	printf 'int g(int), h(int);\nint f(int x) { return %s(x) + 1; }\n' "${1:-g}"
}

@test "a program, a library and an object: machine, class, type as readelf says" {
	echo 'int main(void) { return 0; }' >m.c
	gcc -fPIE -pie -o pie m.c
	gcc -no-pie -o exec m.c
	source_c | gcc -shared -fPIC -Wl,-soname,libf.so.1 -xc - -o libf.so
	source_c | gcc -c -xc - -o f.o
	for f in pie exec libf.so f.o; do
		[ "$(key $f .machine)" = "$(uname -m)" ]
		[ "$(key $f .class)" = 64 ]
	done
	[ "$(key pie .type) $(key exec .type) $(key libf.so .type) $(key f.o .type)" = "pie exec shared object" ]
	[ "$(key libf.so .soname)" = libf.so.1 ]
	[ "$(key libf.so .build_id)" = "$(readelf -n libf.so | sed -n 's/.*Build ID: //p')" ]
	[ "$(key pie '.needed[0]')" = libc.so.6 ]
}

@test "equal code has equal hashes, other code has not" {
	source_c >a.c
	gcc -O2 -c a.c -o 1.o
	gcc -O2 -g -c a.c -o 2.o
	gcc -O0 -c a.c -o 3.o
	[ "$(key 1.o .code_sha256)" = "$(key 2.o .code_sha256)" ]
	[ "$(key 1.o .code_sha256)" != "$(key 3.o .code_sha256)" ]
	[[ "$(key 1.o .code_sha256)" =~ ^[0-9a-f]{64}$ ]]
}

@test "objects that differ only in what they call differ" {
	source_c g | gcc -O2 -c -xc - -o g.o
	source_c h | gcc -O2 -c -xc - -o h.o
	[ "$(objcopy -O binary -j .text g.o /dev/stdout | sha256sum)" = "$(objcopy -O binary -j .text h.o /dev/stdout | sha256sum)" ]
	[ "$(key g.o .code_sha256)" != "$(key h.o .code_sha256)" ]
	[ "$(key g.o .code_relocated_sha256)" != "$(key h.o .code_relocated_sha256)" ]
}

@test "with --emit-relocs, moved code keeps its masked hash" {
	source_c >f.c
	echo 'extern const char s[]; int f(int); int g(int x) { return x; } int h(int x) { return s[x]; } int main(void) { return f(h(1)); }' >m.c
	echo 'const char pad[1] = "p"; const char s[] = "text";' >d1.c
	echo 'const char pad[5001] = "p"; const char s[] = "text";' >d2.c
	gcc -O2 -fno-pie -no-pie -Wl,--emit-relocs m.c f.c d1.c -o 1
	gcc -O2 -fno-pie -no-pie -Wl,--emit-relocs m.c f.c d2.c -o 2
	[ "$(key 1 .code_sha256)" != "$(key 2 .code_sha256)" ]
	[ "$(key 1 .code_relocated_sha256)" = "$(key 2 .code_relocated_sha256)" ]
	gcc -O2 -fno-pie -no-pie m.c f.c d1.c -o 3
	[ "$(key 3 'has("code_relocated_sha256")')" = false ]
}

@test "slim LTO objects and bitcode have no hash, fat ones have" {
	source_c >a.c
	gcc -O2 -flto -fno-fat-lto-objects -c a.c -o slim.o
	gcc -O2 -flto -ffat-lto-objects -c a.c -o fat.o
	[ "$(key slim.o '.no_code + (has("code_sha256") | tostring)')" = "slim LTO objectfalse" ]
	[ "$(key fat.o 'has("no_code") or (has("code_sha256") | not)')" = false ]
	echo 'int data = 1;' | gcc -c -xc - -o data.o
	[ "$(key data.o .no_code)" = "no executable bytes" ]
	ar rcs slim.a fat.o slim.o
	[ "$(key slim.a '.no_code + (has("code_sha256") | tostring)')" = "slim LTO objectfalse" ]
	command -v clang >/dev/null || skip "clang is not installed"
	clang -O2 -flto -c a.c -o bit.o
	[ "$(key bit.o '.kind + .no_code')" = "bitcodeLLVM bitcode" ]
}

@test "archives: static, thin, mixed" {
	source_c g | gcc -c -xc - -o g.o
	source_c h | gcc -c -xc - -o a_member_with_a_rather_long_name.o
	echo text >note.txt
	ar rcs both.a g.o a_member_with_a_rather_long_name.o
	ar rcs note.a g.o note.txt
	ar rcsT thin.a g.o a_member_with_a_rather_long_name.o
	[ "$(key both.a '[.kind, .machine, .members_total, .members[1].name] | join(" ")')" = "archive $(uname -m) 2 a_member_with_a_rather_long_name.o" ]
	[ "$(key both.a '.members[0].code_sha256')" = "$(key g.o .code_sha256)" ]
	[ "$(key note.a '[.members_elf, .members_other, .members[1].kind] | join(" ")')" = "1 1 other" ]
	[ "$(key thin.a '.kind')" = "thin archive" ]
	[ "$(key thin.a '.code_sha256')" = "$(key both.a '.code_sha256')" ]
	[ "$(key both.a '.code_bytes')" = "$(( $(key g.o .code_bytes) + $(key a_member_with_a_rather_long_name.o .code_bytes) ))" ]
}

@test "a thin archive's member outside of the tree is refused" {
	mkdir in out
	source_c | gcc -c -xc - -o out/f.o
	(cd in && ar rcsT thin.a ../out/f.o)
	run --separate-stderr "$BIN/atesor-elf" inspect in/thin.a
	[ "$status" = 3 ]
	[[ "$(jq -r .error <<<"$output")" == *"lies outside of"* ]]
	run --separate-stderr "$BIN/atesor-elf" --root . inspect in/thin.a
	[ "$status" = 0 ]
	[ "$(jq -r .members_elf <<<"$output")" = 1 ]
}

@test "exports with versions, version definitions" {
	cat >v.c <<-'END'
	int f1(void) { return 1; } int f2(void) { return 2; } int data[3] = { 1 }; int hidden(void) { return 3; }
	__asm__(".symver f1,f@V1"); __asm__(".symver f2,f@@V2");
	END
	echo 'V1 { global: f; local: *; }; V2 { global: f; data; } V1;' >v.map
	gcc -shared -fPIC -Wl,--version-script=v.map v.c -o libv.so
	run "$BIN/atesor-elf" --exports inspect libv.so
	[ "$status" = 0 ]
	[ "$(jq -c .version_definitions <<<"$output")" = '["V1","V2"]' ]
	[ "$(jq -r '.exports | map("\(.name) \(.kind) \(.size_bytes)") | join(", ")' <<<"$output")" = "data@@V2 object 12, f@@V2 func null, f@V1 func null" ]
	[ "$(jq -r .exports_total <<<"$output")" = 3 ]
}

@test "truncated, absent and odd files: an error each, the others still done, exit 3" {
	source_c | gcc -c -xc - -o f.o
	head -c 40 f.o >cut1.o
	head -c 400 f.o >cut2.o
	head -c 3 f.o >cut3.o
	: >empty
	run --separate-stderr "$BIN/atesor-elf" inspect cut1.o cut2.o nowhere . empty cut3.o f.o
	[ "$status" = 3 ]
	[ "${#lines[@]}" = 7 ]
	for i in 0 1 2 3; do
		jq -e '.path and .error and (has("code_sha256") | not)' <<<"${lines[i]}"
	done
	[[ "$(jq -r .error <<<"${lines[1]}")" == truncated:* ]]
	[ "$(jq -r .machine <<<"${lines[1]}")" = "$(uname -m)" ]
	[ "$(jq -r .kind <<<"${lines[4]}") $(jq -r .kind <<<"${lines[5]}")" = "other other" ]
	jq -e '.code_sha256' <<<"${lines[6]}"
	[ "${#stderr_lines[@]}" = 4 ]
}

@test "an archive that is cut off is an error" {
	source_c | gcc -c -xc - -o f.o
	ar rcs f.a f.o
	head -c -300 f.a >cut.a
	run --separate-stderr "$BIN/atesor-elf" inspect cut.a
	[ "$status" = 3 ]
	[ "$(jq -r 'has("code_sha256")' <<<"$output")" = false ]
}

@test "names with spaces, quotes and bad UTF-8 come through" {
	source_c | gcc -c -xc - -o 'a "b" %s ä.o'
	[ "$(key 'a "b" %s ä.o' .path)" = 'a "b" %s ä.o' ]
}

@test "usage: no command, an unknown one, no file" {
	run "$BIN/atesor-elf"
	[ "$status" = 2 ]
	run "$BIN/atesor-elf" look x
	[ "$status" = 2 ]
	[[ "$output" == *"'look'"* ]]
	run "$BIN/atesor-elf" inspect
	[ "$status" = 2 ]
	run "$BIN/atesor-elf" --help
	[ "$status" = 0 ]
}
