# settings.sh: settings of a build's environment (Go, Rust), for the stage build and for drivers that are built as the
# tree was (workload/harness.sh).

# export_setting NAME=VALUE PROFILE: exports it. The profile of GOFLAGS, which is its last word, is found by its whole
# path: Go takes quotes there.
export_setting() {
	case $1 in
	GOFLAGS=*"-pgo={profile}"*)
		flags=${1#GOFLAGS=} quote=''
		case $PWD in *" "*) quote="'" ;; esac
		export GOFLAGS="${GOFLAGS:+$GOFLAGS }${flags%%-pgo=*}$quote-pgo=$PWD/profile/$2${flags#*"{profile}"}$quote" ;;
	*) export "${1?}" ;;
	esac
}

# export_settings PROFILE WORDS: all of these quoted words.
export_settings() {
	profile_name=$1
	eval "set -- $2"
	for setting; do export_setting "$setting" "$profile_name"; done
}
