# atesor-time on a machine that disturbs it: what makes a session unstable, what is warned about, and what the machine does not tell.
load ../helper

setup() {
	cd "$BATS_TEST_TMPDIR"
	export TMPDIR=$BATS_TEST_TMPDIR
}

teardown() {
	[ -z "${busy:-}" ] || kill $busy 2>/dev/null || true
}

# A machine of our own: /sys is the directory sys, /proc/pressure the directory pressure if there is one. Its clock and temperature
# are files, so a timed program can change them.
machine() {
	local as_root=
	[ "$(id -u)" = 0 ] || as_root=-r
	unshare $as_root -m true 2>/dev/null || skip "needs a mount namespace of its own (unshare -m)"
	run unshare $as_root -m sh -c 'mount --bind sys /sys && { [ ! -d pressure ] || mount --bind pressure /proc/pressure; } && exec "$@"' - \
		"$BIN/atesor-time" -q -o s.jsonl "$@"
}

frequency() { echo "$1" >"sys/devices/system/cpu/cpu$cpu/cpufreq/scaling_cur_freq"; }

# make_machine KHZ GOVERNOR MILLICELSIUS
make_machine() {
	cpu=$(taskset -cp $$ | grep -o '[0-9]*$')
	mkdir -p "sys/devices/system/cpu/cpu$cpu/cpufreq" sys/class/thermal/thermal_zone0 sys/class/thermal/thermal_zone3
	frequency "$1"
	echo "$2" >"sys/devices/system/cpu/cpu$cpu/cpufreq/scaling_governor"
	echo 41000 >sys/class/thermal/thermal_zone0/temp
	echo "$3" >sys/class/thermal/thermal_zone3/temp
}

# A program that does what the text says in its Nth run, and computes a little in all.
program() {
	cat >run <<-END
		#!/bin/sh
		n=\$((\$(cat $PWD/count 2>/dev/null || echo 0) + 1)); echo \$n >$PWD/count
		[ \$n -ne $1 ] || { $2; }
		i=0; while [ \$i -lt 2000 ]; do i=\$((i + 1)); done
	END
	chmod +x run
}

last() { jq "select(.kind == \"end\") | $1" s.jsonl; }
codes() { last '[.warnings[].code] | join(" ")'; }

@test "the clock changes between start and end: unstable, no verdict, exit 1" {
	make_machine 3000000 performance 50000
	program 9 "echo 2500000 >$PWD/sys/devices/system/cpu/cpu$cpu/cpufreq/scaling_cur_freq"
	machine --warmup 1 --calibrate 2 --rounds 8 -- ./run --versus ./run
	[ "$status" -eq 1 ]
	[[ $output == *"the clock went from 3000000 to 2500000 kHz"* ]]
	[ "$(last '.status == "unstable" and .failure == "unstable" and (has("stats") | not) and .rounds >= 5')" = true ]
	[ "$(last '.first_clock_khz == 3000000 and .last_clock_khz == 2500000 and .during.frequency_khz == 2500000')" = true ]
	[[ "$(codes)" == *frequency_changed* ]]
}

@test "a clock that is low only before the first run is no change; nor is one within the limit" {
	make_machine 800000 performance 50000
	program 1 "echo 3000000 >$PWD/sys/devices/system/cpu/cpu$cpu/cpufreq/scaling_cur_freq"
	machine --warmup 1 --calibrate 2 --rounds 8 -- ./run --versus ./run
	[ "$status" -eq 0 ]
	[ "$(last '.status == "ok" and has("stats") and .before.frequency_khz == 800000 and .first_clock_khz == 3000000')" = true ]
	rm count
	make_machine 3000000 performance 50000
	program 9 "echo 2900000 >$PWD/sys/devices/system/cpu/cpu$cpu/cpufreq/scaling_cur_freq"
	machine --warmup 1 --calibrate 2 --rounds 8 -- ./run --versus ./run
	[ "$status" -eq 0 ]
	[[ "$(codes)" != *frequency* ]]
	rm count
	machine --warmup 1 --calibrate 2 --rounds 8 --warn-clock 1 -- ./run --versus ./run
	[ "$status" -eq 0 ]
	rm count
	frequency 3000000
	machine --warmup 1 --calibrate 2 --rounds 8 --warn-clock 1 -- ./run --versus ./run
	[ "$status" -eq 1 ]
}

@test "75 degrees at any look make the session unstable, 74.9 do not" {
	make_machine 3000000 performance 74900
	program 1 :
	machine --warmup 1 --calibrate 2 --rounds 8 -- ./run --versus ./run
	[ "$status" -eq 0 ]
	[ "$(last '.hottest_celsius == 74.9 and .before.celsius == 74.9 and .during.celsius == 74.9 and .after.celsius == 74.9')" = true ]
	# Hot in the middle, and cool again at the end. Looks come after 8, 10, 12 rounds; the 22nd run is in the tenth.
	program 22 "echo 75000 >$PWD/sys/class/thermal/thermal_zone3/temp"
	sed -i "s|^i=0|[ \$n -ne 26 ] \|\| echo 50000 >$PWD/sys/class/thermal/thermal_zone3/temp; i=0|" run
	rm count
	machine --warmup 1 --calibrate 2 --rounds 14 --rule interval -- ./run --versus ./run
	[ "$status" -eq 1 ]
	[[ $output == *"75 °C"* ]]
	[ "$(last '.status == "unstable" and (has("stats") | not) and .hottest_celsius == 75 and .after.celsius == 50')" = true ]
}

@test "a governor other than performance is warned about, and performance is not" {
	make_machine 3000000 powersave 50000
	program 1 :
	machine --warmup 1 --rounds 2 -- ./run
	[ "$status" -eq 0 ]
	[ "$(last '.warnings | any(.code == "governor" and (.text | contains("powersave")))')" = true ]
	[ "$(last '.before.governor')" = '"powersave"' ]
	make_machine 3000000 performance 50000
	machine --warmup 1 --rounds 2 -- ./run
	[[ "$(codes)" != *governor* ]]
	[[ "$(codes)" != *no_cpufreq* && "$(codes)" != *no_thermal* ]]
}

@test "without cpufreq, thermal zones and PSI: absent, each with a warning" {
	mkdir sys pressure
	program 1 :
	machine --warmup 1 --calibrate 2 --rounds 8 -- ./run --versus ./run
	[ "$status" -eq 0 ]
	for code in no_cpufreq no_thermal no_pressure; do
		[[ "$(codes)" == *$code* ]]
	done
	[ "$(last '[.before, .during, .after | has("frequency_khz", "governor", "celsius", "psi_cpu_some_us")] | any')" = false ]
	[ "$(last 'has("first_clock_khz", "last_clock_khz", "hottest_celsius", "psi_cpu_some_us", "psi_cpu_some_pct")' | sort -u)" = false ]
}

@test "PSI that only grows a little is no warning" {
	mkdir -p sys pressure
	for what in cpu io memory; do echo "some avg10=0.00 avg60=0.00 avg300=0.00 total=1000" >pressure/$what; done
	program 1 :
	machine --warmup 1 --rounds 3 -- ./run
	[ "$status" -eq 0 ]
	[ "$(last '.psi_cpu_some_us == 0 and .psi_cpu_some_pct == 0 and .before.psi_io_some_us == 1000')" = true ]
	[[ "$(codes)" != *pressure* ]]
}

@test "runs that are not pinned have no one clock: said, not guessed" {
	make_machine 3000000 performance 50000
	program 1 :
	machine --cpu none --warmup 1 --rounds 2 -- ./run
	[ "$status" -eq 0 ]
	[ "$(last '.warnings | any(.code == "no_cpufreq" and (.text | contains("not pinned")))')" = true ]
	[ "$(last '.before | has("frequency_khz")')" = false ]
}

@test "others on the same CPU: contention by run-queue wait and by PSI; others anywhere: other load at the start" {
	cpu=$(taskset -cp $$ | grep -o '[0-9]*$')
	for i in 1 2; do taskset -c "$cpu" sh -c 'while :; do :; done' & busy="${busy:-} $!"; done
	program 0 :
	sed -i 's/2000 ]/60000 ]/' run
	"$BIN/atesor-time" --warn-clock 1000000 --warn-celsius 1000 --warmup 1 --rounds 4 -q -o s.jsonl -- ./run
	[[ "$(codes)" == *other_load* && "$(codes)" == *contention* ]]
	[ "$(last '.wait_pct > 20 and .other_cpus > 0.5')" = true ]
	[ "$(jq -s '[.[] | select(.kind == "run") | .wait_ns] | max > 0' s.jsonl)" = true ]
	[ ! -r /proc/pressure/cpu ] || [[ "$(codes)" == *pressure* ]]
	"$BIN/atesor-time" --warmup 1 --rounds 4 --warn-contention 100 -q -o s.jsonl -- ./run
	[ "$(last '.wait_pct > 20')" = true ]
	[[ "$(codes)" != *contention* && " $(codes) " != *" pressure "* ]]
	# The load is over after the first session, and still was there at the start.
	program 40 "kill $busy"
	sed -i 's/2000 ]/20000 ]/' run
	"$BIN/atesor-time" --warn-clock 1000000 --warn-celsius 1000 --warmup 3 --calibrate 30 --rounds 8 -q -o s.jsonl -- ./run --versus ./run
	[ "$(last '.other_cpus_at_start > 0.5 and (.warnings | any(.code == "other_load"))')" = true ]
}

@test "times that scatter: the smallest change that single runs show is more than 2 %" {
	cat >scatter <<-'END'
		#!/bin/sh
		exec sleep 0.0$(($(od -An -N1 -tu1 /dev/urandom) % 8 + 1))
	END
	chmod +x scatter
	"$BIN/atesor-time" --warn-clock 1000000 --warn-celsius 1000 --warmup 1 --calibrate 5 --rounds 8 -q -o s.jsonl -- ./scatter --versus ./scatter
	[ "$(last '.stats.mde_pct > 2 and (.warnings | any(.code == "mde"))')" = true ]
}

@test "a build that waits where the other computes: wall time is compared, and the waiting is said of that build" {
	cat >work.c <<-'END'
		#include <time.h>
		#include <unistd.h>
		int main(int argc, char **argv)
		{
			for (volatile long i = 0; i < 100000000; i++)
				;
			if (argc > 1)
				for (int i = 0, us = clock() * 1000000.0 / CLOCKS_PER_SEC; i < 5; i++)
					usleep(us);
			return 0;
		}
	END
	cc -O1 -o work work.c
	"$BIN/atesor-time" --warn-clock 1000000 --warn-celsius 1000 --warmup 2 --calibrate 4 -q -o s.jsonl -- ./work --versus ./work waits
	[ "$(last '.metric == "wall" and .stats.verdict == "slower" and .a.cpu_pct > 80 and .b.cpu_pct < 50')" = true ]
	[ "$(last '[.warnings[] | select(.code == "waiting") | .text] | length == 1 and (.[0] | contains("build b"))')" = true ]
}

@test "the load before, during and after is in the lines; the session's line has that of before" {
	program 0 :
	"$BIN/atesor-time" --warn-clock 1000000 --warn-celsius 1000 --warmup 1 --rounds 3 -q -o s.jsonl -- ./run
	[ "$(last '[.before, .during, .after | .load_1m | type] | unique == ["number"]')" = true ]
	[ "$(jq -s '.[0].before == .[-1].before and .[-1].during.busy_ns >= .[0].before.busy_ns' s.jsonl)" = true ]
}
