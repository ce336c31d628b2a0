# Makes lib/isa_riscv_table.inc of riscv.tsv: rows { mask, match, class }, the most specific mask first.
#     LC_ALL=C awk -f tests/data/riscv_table.awk tests/data/riscv.tsv | LC_ALL=C sort -r | cut -c4- >lib/isa_riscv_table.inc
# An instruction that several extensions contain goes to the narrowest: the unions (zk, zkn, zks, zvkn, zvks) say nothing.
BEGIN { FS = "\t" }
/^#/ { next }
function bits(hex,    i, n) {
	for (i = 3; i <= length(hex); i++)
		n += substr("0112122312232334", index("0123456789abcdef", substr(hex, i, 1)), 1)
	return n
}
function fold(class,    part, n, i) {
	if (class == "zvbb,zvkn,zvks")          # of zvbb, what the crypto unions took: that is zvkb
		return "zvkb"
	if (class ~ /^(h|s|sdext|smrnmi|ssctr|svinval|svinval_h|system)$/)
		return "privileged"
	n = split(class, part, ",")
	for (i = 1; i <= n; i++)
		if (part[i] !~ /^(zk|zkn|zks|zvkn|zvks)$/)
			return part[i]
	return class
}
{ printf "%02d { %s, %s, RV_%s },\n", bits($3) + ($2 == 2 ? 16 : 0), $3, $4, toupper(fold($5)) }
