# Bash completion: what is offered is what the programs' own help lists.
load ../helper

# offered PROGRAM WORD…: what bash would offer for the last word.
offered() {
	PATH=$BIN:$PATH bash -c '
		. "$1"; shift
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
		_atesor "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
		printf "%s\n" "${COMPREPLY[@]}"' completion "$ROOT/bin/completion.bash" "$@"
}

@test "long options, of the program or of its subcommand" {
	[ "$(offered atesor-time --dir-)" = $'--dir-a\n--dir-b' ]
	[ "$(offered atesor-input --k)" = --kind ]
	offered atesor-replay run --s | grep -qx -e --seconds
	offered atesor-replay run --j | grep -qx -e --jobs
	! offered atesor-replay plan --s | grep -qx -e --seconds || return 1
	offered atesor-tree clean -- | grep -qx -e --source
	[ "$(offered atesor-time --no-such-thing)" = "" ]
}

@test "subcommands" {
	[ "$(offered atesor-replay "" | sort)" = $'diagnostics\nerrors\nplan\nrun\nwrap' ]
	[ "$(offered atesor-elf c)" = compare ]
	[ "$(offered atesor-tree man)" = manifest ]
}

@test "files and directories after options that take them, nothing after a number" {
	cd "$BATS_TEST_TMPDIR"
	mkdir folder && touch file
	[ "$(offered atesor-replay run --tree f)" = folder ]
	[ "$(offered atesor-profgen --binary f | sort)" = $'file\nfolder' ]
	[ "$(offered atesor-replay run --seconds f)" = "" ]
	[ "$(offered atesor-elf inspect f | sort)" = $'file\nfolder' ]
}

@test "every program that has a man page of its own is completed" {
	for page in "$ROOT"/bin/*.1; do tr -s '[:space:]' '\n' <"$ROOT/bin/completion.bash" | grep -qx "$(basename "$page" .1)" || { echo "${page##*/} is not there"; return 1; }; done
}
