# scripts.jq: generated scripts for interpreters: a fixed amount of work that grows with n, and one line that depends
# on all of it. They use only what each language has had for decades: calls, integers and floats, tables, strings,
# sorting.

# Another seed gives other words and numbers: training is on other data than what is timed.
def multiplier($seed): [7919, 7927, 7933, 7937, 7949, 7951, 7963][($seed | explode | add // 0) % 7];

# One script a language: $n is the amount of work, $by the multiplier.
def lua_script($n; $by): "
local function fib(k) if k < 2 then return k end return fib(k - 1) + fib(k - 2) end
local sum, x, seen = 0, 1.0, {}
for i = 1, \($n) do
	sum = (sum + fib(12) + i) % 1000003
	local words = {}
	for j = 1, 60 do words[j] = string.format('%x', (i * \($by) + j * 104729) % 65536) end
	table.sort(words)
	seen[words[1]] = (seen[words[1]] or 0) + 1
	for j = 1, 200 do x = x + (x * 0.5 - j) * 1e-4 end
	sum = (sum + #table.concat(words, ',') + math.floor(x)) % 1000003
end
local keys = {}
for key in pairs(seen) do keys[#keys + 1] = key end
table.sort(keys)
print(sum, #keys, keys[1], string.format('%.6f', x))
";

def awk_script($n; $by): "
function fib(k) { return k < 2 ? k : fib(k - 1) + fib(k - 2) }
BEGIN {
	x = 1
	for (i = 1; i <= \($n); i++) {
		sum = (sum + fib(10) + i) % 1000003
		for (j = 1; j <= 60; j++) { word = sprintf(\"%x\", (i * \($by) + j * 104729) % 65536); seen[substr(word, 1, 2)]++;"
+ " line = line word }
		sum = (sum + length(line) + gsub(/a[0-9]/, \"-\", line)) % 1000003
		line = \"\"
		for (j = 1; j <= 200; j++) x = x + (x * 0.5 - j) * 1e-4
	}
	for (key in seen) total += seen[key]
	printf \"%d %d %.6f\\n\", sum, total, x
}
";

def python_script($n; $by): "
def fib(k): return k if k < 2 else fib(k - 1) + fib(k - 2)
total, x, seen = 0, 1.0, {}
for i in range(1, \($n) + 1):
    words = sorted('%x' % ((i * \($by) + j * 104729) % 65536) for j in range(60))
    seen[words[0]] = seen.get(words[0], 0) + 1
    for j in range(200): x = x + (x * 0.5 - j) * 1e-4
    total = (total + fib(10) + len(','.join(words)) + i) % 1000003
print(total, len(seen), min(seen), '%.6f' % x)
";

def perl_script($n; $by): "
sub fib { my $k = shift; return $k < 2 ? $k : fib($k - 1) + fib($k - 2) }
my ($sum, $x, %seen) = (0, 1.0);
for my $i (1 .. \($n)) {
	my @words = sort map { sprintf '%x', ($i * \($by) + $_ * 104729) % 65536 } 1 .. 60;
	$seen{$words[0]}++;
	$x = $x + ($x * 0.5 - $_) * 1e-4 for 1 .. 200;
	my $line = join ',', @words;
	$sum = ($sum + fib(10) + ($line =~ s/a[0-9]/-/g) + length($line) + $i) % 1000003;
}
printf \"%d %d %.6f\\n\", $sum, scalar keys %seen, $x;
";

def ruby_script($n; $by): "
def fib(k) k < 2 ? k : fib(k - 1) + fib(k - 2) end
sum, x, seen = 0, 1.0, Hash.new(0)
1.upto(\($n)) do |i|
  words = (1..60).map { |j| ((i * \($by) + j * 104729) % 65536).to_s(16) }.sort
  seen[words[0]] += 1
  1.upto(200) { |j| x = x + (x * 0.5 - j) * 1e-4 }
  sum = (sum + fib(10) + words.join(',').length + i) % 1000003
end
printf(\"%d %d %.6f\\n\", sum, seen.size, x)
";

def js_script($n; $by): "
function fib(k) { return k < 2 ? k : fib(k - 1) + fib(k - 2); }
var sum = 0, x = 1.0, seen = {};
for (var i = 1; i <= \($n); i++) {
	var words = [];
	for (var j = 1; j <= 60; j++) words.push(((i * \($by) + j * 104729) % 65536).toString(16));
	words.sort();
	seen[words[0]] = (seen[words[0]] || 0) + 1;
	for (var j = 1; j <= 200; j++) x = x + (x * 0.5 - j) * 1e-4;
	sum = (sum + fib(10) + words.join(',').length + i) % 1000003;
}
(typeof console === 'undefined' ? print : console.log)(sum + ' ' + Object.keys(seen).length + ' ' + x.toFixed(6));
";

def tcl_script($n; $by): "
proc fib {k} { if {$k < 2} { return $k }; expr {[fib [expr {$k - 1}]] + [fib [expr {$k - 2}]]} }
set sum 0; set x 1.0
for {set i 1} {$i <= \($n)} {incr i} {
	set words {}
	for {set j 1} {$j <= 60} {incr j} { lappend words [format %x [expr {($i * \($by) + $j * 104729) % 65536}]] }
	set words [lsort $words]
	incr seen([lindex $words 0])
	for {set j 1} {$j <= 200} {incr j} { set x [expr {$x + ($x * 0.5 - $j) * 1e-4}] }
	set sum [expr {($sum + [fib 10] + [string length [join $words ,]] + $i) % 1000003}]
}
puts \"$sum [array size seen] [format %.6f $x]\"
";

def sh_script($n; $by): "
sum=0 i=1
step() { sum=$(( (sum + $1 * \($by) + $2 * 104729) % 1000003 )); }
while [ $i -le \($n) ]; do
	j=1 line=
	while [ $j -le 60 ]; do step $i $j; line=$line$sum,; j=$((j + 1)); done
	case $line in *0,*) sum=$((sum + ${#line}));; esac
	i=$((i + 1))
done
echo $sum
";

def bc_script($n; $by): "
define f(k) {
	if (k < 2) { return (k); }
	return (f(k - 1) + f(k - 2));
}
scale = 30
x = 1
for (i = 1; i <= \($n); i++) {
	x = sqrt(x + i / 7) * 1.0001
	s = (s + f(9) + i + \($by))
}
x + s
quit
";

def sql_script($n; $by): "
CREATE TABLE t (k INTEGER PRIMARY KEY, a INTEGER, b TEXT);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \($n) * 500)
INSERT INTO t SELECT i, (i * \($by)) % 65521, 'word' || ((i * 104729) % 9973) FROM n;
CREATE INDEX ta ON t (a);
SELECT count(*), sum(a), count(DISTINCT b) FROM t;
SELECT b, count(*), sum(a) FROM t GROUP BY b ORDER BY 3 DESC, 1 LIMIT 5;
SELECT count(*) FROM t x JOIN t y ON x.a = y.k WHERE x.b < y.b;
";

def script_languages: ["lua", "awk", "python", "perl", "ruby", "js", "tcl", "sh", "bc", "sql"];
def script($language; $n; $seed):
    multiplier($seed) as $by
    | {
        lua: lua_script($n; $by),
        awk: awk_script($n; $by),
        python: python_script($n; $by),
        perl: perl_script($n; $by),
        ruby: ruby_script($n; $by),
        js: js_script($n; $by),
        tcl: tcl_script($n; $by),
        sh: sh_script($n; $by),
        bc: bc_script($n; $by),
        sql: sql_script($n; $by)
    }[$language];
