# include.sh: a copy must still find the fragments by the relative path with which the package includes them. make
# looks for "../../mk/atesor.mk" in -I directories too, so a folder as deep as that path goes up, with a one-line
# include at the right place, serves all copies.

# write_include FILE: appears whole; builds of several slots may write it at once.
write_include() {
	mkdir -p "$(dirname "$1")"
	printf 'include %s\n' "$(printf '%s' "${atesor_mk?}/atesor.mk" | sed 's/ /\\ /g')" >"$1.${slot?}"
	mv -f "$1.$slot" "$1"
}

# write_includes: the folder, whose name goes to include/dir.
write_includes() {
	case ${atesor_included?} in
	"${src?}"/*) rel=${atesor_included#"$src"/} ;;
	/*) rel=atesor.mk ;;
	*) rel=$atesor_included ;;
	esac
	case $rel in ../*) ;; *) rel=atesor.mk ;; esac
	deep=include rest=$rel
	while [ "$rest" != "${rest#../}" ]; do deep=$deep/in rest=${rest#../}; done
	mkdir -p "$deep"
	printf '%s\n' "$deep" >"include/dir.$slot"
	mv -f "include/dir.$slot" include/dir
	write_include "$deep/$rel"
	write_include "$deep/atesor.mk"
}
