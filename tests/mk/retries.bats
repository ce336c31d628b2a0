# Builds that fail for a reason that is not the tune's: they are made once more, and it is said.
load package

setup() {
	short
	export ATESOR_KEEP=1 ATESOR_TUNES=4
	dir=$BATS_TEST_TMPDIR/p
	mkdir "$dir"
}

# strict FLAGS: a package that makes warnings errors, and whose source warns only where the optimizer counts on strict aliasing (-O2 and more).
strict() {
	cat >"$dir/p.c" <<-'C'
	#include <stdio.h>
	int bits = 1078530011;
	int main(void)
	{
		printf("%.5f\n", (double)*(float *)&bits);
		return 0;
	}
	C
	sed 's/^> /\t/' >"$dir/Makefile" <<-M
	CFLAGS = -O1 -Wall -Werror $1
	p: p.c
	> \$(CC) \$(CFLAGS) -o \$@ p.c
	ATESOR_BUILD    = make p
	ATESOR_PROGRAMS = p
	ATESOR_WORKLOAD = {bin}
	include $ROOT/mk/atesor.mk
	M
	machine_known "$dir"
}
tune() { result "$dir" ".data.tunes[] | select(.slot == \"$1\") | $2"; }
warned() { result "$dir" ".warnings[] | select(.code == \"$1\") | .where + \": \" + .text"; }

@test "a warning that a tune's flags bring is no error the second time; the flag that says so is one of the tune's" {
	strict
	ATESOR_TUNES='4 5' optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$(tune tun4 .verdict)" =~ ^(no\ change|no\ effect|faster|slower|accepted|not\ confirmed)$ ]]
	[ "$(tune tun4 .flags)" = "-O3 -Wno-error -Wno-error=strict-aliasing" ]
	[[ "$(warned built_without_error)" == *"tun4.build: the flags bring a warning that the package makes an error (-Wstrict-aliasing): built once more with -Wno-error -Wno-error=strict-aliasing, after: make p: exit 2: p.c:5:"*"error:"* ]]
	[ "$(jq -r '.data.attempts | map(.no_werror | length) | join(" ")' "$dir.opt/doc/tun4.build.json")" = "0 2" ]
	# The next tune begins with it: no failure, no retry.
	[ "$(tune tun5 .flags)" = "-O3 -flto=auto -ffat-lto-objects -Wno-error -Wno-error=strict-aliasing" ]
	[ "$(jq -r '.data | has("attempts")' "$dir.opt/doc/tun5.build.json")" = false ]
	[ "$(tune tun4 '.retries | length')" = 2 ]
	grep -q 'built once more with -Wno-error' "$dir.opt/report.md"
	# Again: nothing.
	ATESOR_TUNES='4 5' optimize "$dir"
	[ -z "$(steps)" ]
}

@test "with clang, whose words are other ones" {
	command -v clang >/dev/null || skip "needs clang: apt-get install clang"
	strict -Wno-strict-aliasing
	ATESOR_CC=clang optimize "$dir" ATESOR_EXTRA_TUNES='-O2 -Wcast-qual -Wcast-align -Wbad-function-cast -Wfloat-conversion -Wpointer-arith -Wextra -Weverything'
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$(tune usr1 .verdict)" =~ ^(no\ change|no\ effect|faster|slower|accepted|not\ confirmed)$ ]]
	[[ "$(tune usr1 .flags)" == "-O2 -Wcast-qual"*" -Wno-error -Wno-error="* ]]
}

@test "a tune that asks for -Werror itself gets it, and what fails otherwise is no warning" {
	strict
	optimize "$dir" ATESOR_EXTRA_TUNES='-O2 -Werror; -O2 -fno-such-flag' ATESOR_JOBS=1
	echo "$output"
	[[ "$(tune usr1 '.verdict + ": " + .reason')" == "does not build: make p: exit 2: p.c:5:"*"[-Werror=strict-aliasing]" ]]
	[[ "$(tune usr2 '.verdict + ": " + .reason')" == "does not build: "*"fno-such-flag"* ]]
	[ "$(jq -r '.data | has("attempts")' "$dir.opt/doc/usr1.build.json")" = false ]
	[ "$(jq -r '.data | has("attempts")' "$dir.opt/doc/usr2.build.json")" = false ]
}

@test "a build that fails with several jobs is made once more with one, the baseline too; it is said, and no flag is blamed" {
	echo 'int main(void) { return PART; }' >"$dir/p.c"
	sed 's/^> /\t/' >"$dir/Makefile" <<-M
	CFLAGS = -O1
	all: part.h p
	part.h:                   # beside a job that compiles it comes after that
	> case "\$\$MAKEFLAGS" in *jobserver*) while [ ! -e tried ]; do sleep 0.1; done; rm tried;; esac; echo '#define PART 0' >part.h
	p: p.c
	> \$(CC) \$(CFLAGS) -include part.h -o \$@ p.c || { : >tried; exit 2; }
	ATESOR_BUILD    = make
	ATESOR_PROGRAMS = p
	ATESOR_WORKLOAD = {bin}
	include $ROOT/mk/atesor.mk
	M
	machine_known "$dir"
	ATESOR_JOBS=2 optimize "$dir" ATESOR_EXTRA_TUNES='-O2 -fno-such-flag'
	echo "$output"
	[ "$status" -eq 0 ]
	[[ "$(tune tun4 .verdict)" =~ ^(no\ change|no\ effect|faster|slower|accepted|not\ confirmed)$ ]]
	for slot in vrfy base tun4; do
		[ "$(jq -r '.data.attempts | map(.jobs) | join(" ")' "$dir.opt/doc/$slot.build.json")" = "2 1" ]
		[[ "$(warned built_by_one_job)" == *"$slot.build: built once more with -j1, after a failure with -j2: make: exit 2: "*part.h* ]]
	done
	# What no number of jobs mends says so.
	[[ "$(tune usr1 '.verdict + ": " + .reason')" == "does not build: make: exit 2: "*" (also with -j1)" ]]
}
