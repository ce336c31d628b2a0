/* Commands that nobody vouches for: what is proposed in good faith passes, and of several hundred hostile ones none does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "template_vet.h"

static int failures;

static const char *const good[] = {
	"{bin} -9 < {input} > {output}", "{bin} {input}", "{bin} -c {input} | sha256sum", "{bin} dgst -sha256 {input}",
	"{bin} --level=3 -o {output} {input}",
	"{bin} -o{output} if={input}", "{bin} --in={input} --out={output}", "gzip -dc < {input} | {bin} - | wc -c",
	"{bin} < {input} | sort -k 2 -t , | uniq -c > {output}",
	"{bin} -n {iterations} -q 0.5 x {input}", "{bin} < {input} | tr a-z A-Z | grep -c THE", "{bin} '-9' \"{input}\"",
	"{bin} < {input} | head -c 100 -", "{bin} a:b,c=d +x %y ^z @",
};

/* Each of these makes a command hostile, wherever it stands. */
static const char *const hostile[] = {
	"; rm -rf x", "& rm x", "&& rm x", "|| rm x", "| sh", "| tee x", "| xargs rm", "| env sh", "| python -c x",
	"| awk x", "| sed -i x", "| dd of=x", "| cp - x",
	"$HOME", "$(id)", "`id`", "(id)", "*", "?", "[a]", "~", "#", "\\;rm", "'$(id)'", "'a;b'", "\"a b\"",
	"'os.execute(1)'", "'w x'", "\\$x", "\\\\x",
	"/etc/passwd", "'/etc/passwd'", "\"/etc/passwd\"", "\\/etc/passwd", "-f/etc/passwd", "--file=/etc/passwd",
	"--file='/etc/passwd'", "a:/etc", "src/file", "'src/file'", "./x",
	"..", "../x", "'..'", "\\.\\.", "a/../b", "x=..", "a..b", "out.txt", "-oout.txt", "--out=out.txt", ".profile", "a.1",
	"{input}.bak", "x{output}", "{output}x", "{input}{output}", "-o{output}.gz", "{bin}", "x{bin}", "{inputs}", "{",
	"@x@", "@file", ".", "'.'", "-c poweroff", "-e unlink+q:Makefile:", "--eval x", "--command reboot",
	"> out", ">> {output}", "> /etc/passwd", "2> x", "< /etc/passwd", "> '{output}'", "<> x", ">& x", "\nrm x", "\x01",
	"'\x7f'", "\xc3\xbc",
	"| sort -o x", "| sort -ox", "| sort --compress-program=sh", "| sort -T x", "| sort --files0-from=x", "| sort x",
	"| sort -S 1 x", "| gzip {input}", "| gzip -k {input}", "| xz x", "| bzip2 x",
	"| zstd -o x", "| zstd --rm", "| zstd {input}", "| lz4 - x", "| uniq - x", "| uniq {input} {output}",
	"| uniq {input} {input}", "| cat Makefile", "| cat {output}", "| tail -f", "| tail --follow=x", "| grep -f x",
	"| grep -r x x",
	"| grep x y", "| head x", "| wc --files0-from=x", "| cut -f1 x", "| od x", "| sha256sum -c x", "| md5sum --check x",
	"| tr a b c", "| base64 x", "| join x y", "| cmp - x", "| split -b 1",
	"| cat --", "| cat -x", "| cut -f {input}", "| zcat {input}",
};

static const char *const places[] = {
	"{bin} %s", "{bin} {input} %s", "{bin} -9 < {input} %s", "gzip -dc < {input} | {bin} %s", "{bin} %s -x"
};

static bool passes(const char *text, char *why, size_t room)
{
	struct at_template template;
	bool passed = !at_template_parse(text, &template) && !at_template_vet(&template);

	snprintf(why, room, "%s", template.error);
	at_template_free(&template);
	return passed;
}

int main(void)
{
	char why[200], text[300];
	int refused = 0;

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		bool wanted = strcmp(good[i] + strlen(good[i]) - 1, "@");
		if (passes(good[i], why, sizeof why) != wanted) {
			failures++;
			printf("'%s' is %s: %s\n", good[i], wanted ? "refused" : "accepted", why);
		}
	}
	for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++)
		for (size_t j = 0; j < sizeof places / sizeof *places; j++) {
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
			snprintf(text, sizeof text, places[j], hostile[i]);
			bool passed = passes(text, why, sizeof why);
			refused += !passed;
			if (passed || !*why) {
				failures++;
				printf("'%s' is accepted, or refused without a reason\n", text);
			}
		}
	if (refused < 300) {
		failures++;
		printf("only %d hostile commands\n", refused);
	}
	printf("%d hostile commands refused, %d failures\n", refused, failures);
	return failures != 0;
}
