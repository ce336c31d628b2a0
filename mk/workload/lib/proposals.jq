# proposals.jq: which commands may give a program a fixed amount of work, by its name and by the first lines of its
# --help. The tables come first. A proposal is only that: each is proven on the baseline before it is believed.
#
# A program here is {path, help?: [line]}; as the stage saw it, also {class: "program" or "helper", calls?: how many
# functions of the package's libraries a helper calls}.
include "workload/lib/scripts";

# By name. input: a kind of atesor-input, or a language of scripts.jq.
def by_name: [
    {name: "^(gzip|pigz)$", commands: ["{bin} -nc < {input} > {output}"], input: "text"},
    {name: "^(bzip2|pbzip2|lbzip2|lzip|plzip|lzop|compress|xz|lzma|brotli)$",
        commands: ["{bin} -c < {input} > {output}"], input: "text"},
    {name: "^(zstd|pzstd|lz4)$", commands: ["{bin} -q -c < {input} > {output}"], input: "text"},
    {name: "^zopfli$", commands: ["{bin} -c {input} > {output}"], input: "text"},
    {name: "^minigzip", commands: ["{bin} < {input} > {output}"], input: "text"},
    {name: "^lua(jit)?[-0-9.]*$", commands: ["{bin} {input}"], input: "lua"},
    {name: "^([gmno]|bioawk|bw)?awk[-0-9.]*$", commands: ["{bin} -f {input}"], input: "awk"},
    {name: "^(python|pypy|micropython)[-0-9.]*$", commands: ["{bin} {input}"], input: "python"},
    {name: "^perl[-0-9.]*$", commands: ["{bin} {input}"], input: "perl"},
    {name: "^(ruby|miniruby|mruby)[-0-9.]*$", commands: ["{bin} {input}"], input: "ruby"},
    {name: "^(node|nodejs|qjs|quickjs|js|mujs|duk|d8|jsc)[-0-9.]*$", commands: ["{bin} {input}"], input: "js"},
    {name: "^(tclsh|jimsh)[-0-9.]*$", commands: ["{bin} {input}"], input: "tcl"},
    {name: "^((da|ba|a|k|mk|z|ya)?sh|oksh|loksh)$", commands: ["{bin} {input}"], input: "sh"},
    {name: "^bc$", commands: ["{bin} -q {input}", "{bin} {input}"], input: "bc"},
    {name: "^sqlite3?$", commands: ["{bin} :memory: < {input}"], input: "sql"},
    {name: "^(jq|gojq|jaq)$",
        commands: ["{bin} -c '[.. | strings | ascii_upcase] | group_by(length) | map(length)' {input}",
            "{bin} -c . {input} > {output}"], input: "json"},
    {name: "^(json_reformat|yajl.*reformat)", commands: ["{bin} < {input} > {output}"], input: "json"},
    {name: "^(md5|sha1|sha224|sha256|sha384|sha512|b2|b3|xxh[0-9]*|xxh|ck|rhash|blake3|cksfv)(sum)?$",
        commands: ["{bin} < {input}", "{bin} {input}"], input: "binary"},
    {name: "^openssl$", commands: ["{bin} dgst -sha256 {input}"], input: "binary"},
    {name: "^(e|f|u)?grep$|^pcre2?grep$",
        commands: ["{bin} -c -E '(the|and)[a-z ]+(tion|ing)' {input}", "{bin} -c '[a-z ]*ing' {input}"], input: "text"},
    {name: "^sed$", commands: ["{bin} -e 's/[aeiou][a-z]*/<&>/g' {input} > {output}"], input: "text"},
    {name: "^sort$", commands: ["{bin} {input} > {output}"], input: "text"},
    {name: "^tr$", commands: ["{bin} a-z A-Z < {input} > {output}"], input: "text"},
    {name: "^cut$", commands: ["{bin} -c 2-9 < {input} > {output}"], input: "text"},
    {name: "^flac$",
        commands: ["{bin} -s -c --force-raw-format --endian=little --sign=signed --channels=2 --bps=16"
            + " --sample-rate=44100 {input} > {output}"], input: "binary"},
    {name: "^lame$", commands: ["{bin} --silent -r {input} {output}"], input: "binary"},
    {name: "^(cmark|cmark-gfm|markdown|discount|md2html|multimarkdown)$",
        commands: ["{bin} {input} > {output}"], input: "text"},
    {name: "^(m4|cpp|gpp)$", commands: ["{bin} {input} > {output}"], input: "text"}];

# By the text of --help, in lower case: all of `says` must be found in it.
def by_help: [
    {says: ["(^|[^a-z])-[a-z]*c[ ,/=\t].*(stdout|standard output)"],
        commands: ["{bin} -c < {input} > {output}", "{bin} -c {input} > {output}"]},
    {says: ["stdin|standard input|(^|[^a-z])filter"], commands: ["{bin} < {input} > {output}"]},
    {says: ["(in(put)?|src|source|from)[-_ ]?(file(name)?)?[]>]? +[[<]?(out(put)?|dst|dest(ination)?|to)[-_ ]?(file)?"],
        commands: ["{bin} {input} {output}"]},
    {says: ["(^|[^a-z-])-o[ ,=]"], commands: ["{bin} -o {output} {input}", "{bin} {input} -o {output}"]},
    {says: ["[[<]?(file(name)?s?|input|document|in)[]>.]*"], commands: ["{bin} {input} > {output}"]}];
def without_help: ["{bin} < {input} > {output}", "{bin} {input} > {output}"];

# Programs whose work is on the system: run on a guess they could do harm. Never tried. Regular expressions for whole
# names.
def harmful_names: [
    # they run other commands
    "env", "xargs", "find", "timeout", "nice", "nohup", "setsid", "stdbuf", "busybox", "toybox", "script", "strace",
    "make", "ninja",
    "[ct]?csh", "fish", "rc", "es", "elvish", "nu", "xonsh", "pwsh",
    # the machine and its disks
    "reboot", "halt", "poweroff", "shutdown", "(tel)?init", "kexec",
    "mk(e2)?fs.*", "mkswap", "[cs]?g?fdisk", "parted", "wipefs", "blkdiscard", "hdparm", "dd", "u?mount", "swapo(n|ff)",
    # files and processes
    "shred", "wipe", "srm", "rm", "rmdir", "unlink", "truncate", "mv", "kill(all)?5?", "pkill", "skill",
    # users, what runs later, rights
    "(user|group)(add|del|mod)", "passwd", "chpasswd", "crontab", "at", "batch", "su", "sudo", "doas", "chroot",
    # the kernel, the network, services, packages
    "insmod", "rmmod", "modprobe", "ip", "ifconfig", "route", "iptables", "nft",
    "systemctl", "service", "dpkg", "apt.*", "rpm", "apk",
    "(http|ssh|ntp|sys?log|cron|name|inet|telnet|ftp|tftp|dhcp)d"];
def is_harmful: test("^(\(harmful_names | join("|")))$");

# The name of a program, from its path; libtool puts lt- before it.
def program_name: sub(".*/"; "") | ltrimstr("lt-");

# Programs that carry out what they are given as text: only scripts of scripts.jq are for them, none of an agent's
# commands.
def is_interpreter:
    program_name as $name
    | any(by_name[] | select(.input | IN(script_languages[])); .name as $re | $name | test($re));

# May an agent propose a command for this program?
def proposable: .path | (program_name | is_harmful | not) and (is_interpreter | not);

# The programs for which an agent may be asked: $source is "program" or "helper-program".
def is_used_by($source):
    if $source == "program" then .class == "program"
    else .class == "helper" and (.calls // 0) > 0 end;
def askable_programs($programs; $source): $programs[] | select(is_used_by($source)) | select(proposable);

# What a program reads, by what its name and help (in lower case) speak of.
def input_spoken_of: if test("json") then "json" elif test("csv|comma.separated") then "csv" else "text" end;

# A program → {template, input, by} of each proposal, by its name or, where that is not known, by its help.
def commands_by_name($name):
    by_name[] | .name as $re | select($name | test($re))
    | .input as $input | .commands[] | {template: ., input: $input, by: "name"};
def commands_by_help($name; $help):
    ("\($name) \($help)" | input_spoken_of) as $input
    | [by_help[] | select(all(.says[]; . as $re | $help | test($re))) | .commands[]]
    | (if . == [] then without_help else . end)[]
    | {template: ., input: $input, by: "help"};
def proposals:
    .path as $bin
    | (.path | program_name) as $name
    | (.help // [] | .[:20] | join("\n") | ascii_downcase) as $help
    | if $name | is_harmful then empty else [commands_by_name($name)] end
    | if . != [] then .[] else commands_by_help($name; $help) end
    | {bin: $bin} + .;

# Those of several programs: first the ones that a name gives, and no more of each sort than are worth trying.
def proposals_of($programs; $most):
    [$programs[:6][] | proposals]
    | [.[] | select(.by == "name")] + [.[] | select(.by == "help")]
    | .[:$most];
