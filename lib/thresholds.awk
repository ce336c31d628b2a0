# thresholds.awk: mk/defaults.mk as a C header. Every variable whose default is a literal gives two macros:
# AT_DEFAULT_NAME, the value (a number, a number of bytes, or a string), and AT_SHOWN_NAME, the same as text for
# --help. So a program that is run by itself has the thresholds that make gives it, and there is one place to change
# them. What expands something ($) is make's alone.
BEGIN {
	print "/* Made from mk/defaults.mk; the options' defaults, and as text for --help. */"
	print "#ifndef ATESOR_THRESHOLDS_H"
	print "#define ATESOR_THRESHOLDS_H\n"
	print "#include <stdint.h>\n"
	shift["K"] = 10; shift["M"] = 20; shift["G"] = 30
}
/^ATESOR_[A-Z0-9_]+[ \t]*\?=/ {
	name = substr($1, 8)
	sub(/\?=$/, "", name)
	value = $0
	sub(/^[^=]*=[ \t]*/, "", value)
	sub(/[ \t]+$/, "", value)
	if (value == "" || value ~ /[$"\\#]/)
		next
	if (value ~ /^[0-9]+(\.[0-9]+)?$/)
		print "#define AT_DEFAULT_" name " " value
	else if (value ~ /^[0-9]+[KMG]$/)
		print "#define AT_DEFAULT_" name " (UINT64_C(" (value + 0) ") << " shift[substr(value, length(value))] ")"
	else
		print "#define AT_DEFAULT_" name " \"" value "\""
	print "#define AT_SHOWN_" name " \"" value "\""
}
END { print "\n#endif" }
