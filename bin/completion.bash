# Bash completion for atesor's programs: long options as the program's own --help lists them, its subcommands, and files.
# Installed under the name of each program in share/bash-completion/completions.
_atesor() {
	local program=$1 word=$2 before=$3 text commands sub=
	text=$("$program" --help 2>/dev/null) || return 0
	# The usage lines name the subcommands: "PROGRAM [OPTION…] compare BASE TUNE", "PROGRAM plan|wrap|run".
	commands=$(sed -n "s/^\(usage:\|      \) ${program##*/} \(\[OPTION…\] \)\{0,1\}\([a-z][a-z|-]*\).*/\3/p" <<<"$text" | tr '|' '\n')
	if [ "$COMP_CWORD" -gt 1 ] && grep -qxF -e "${COMP_WORDS[1]}" <<<"$commands"; then
		sub=${COMP_WORDS[1]}
		text=$("$program" "$sub" --help 2>/dev/null) || text=$("$program" --help)
	fi
	# After an option that takes a value: a file or a directory where the help says so, nothing where it says otherwise.
	case $(sed -n "s/^  \(-., \|    \)$before \([^ ]*\).*/\2/p" <<<"$text") in
	"") ;;
	DIR) mapfile -t COMPREPLY < <(compgen -d -- "$word"); return;;
	*FILE*) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return;;
	*) return;;
	esac
	if [[ $word == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$(grep -oE '^  (-., |    )--[a-z0-9-]+' <<<"$text" | grep -oE -e '--.*')" -- "$word")
	elif [ -n "$commands" ] && [ "$COMP_CWORD" -eq 1 ]; then
		mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$word")
	else
		mapfile -t COMPREPLY < <(compgen -f -- "$word")
	fi
}
complete -o filenames -F _atesor atesor-api atesor-bar atesor-cpu atesor-elf atesor-engine atesor-hash atesor-input atesor-integrity atesor-probe \
	atesor-profgen atesor-replay atesor-roofline atesor-stats atesor-time atesor-tree
