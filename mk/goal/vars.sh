# vars.sh: make atesor-vars: the variables: the comments of defaults.mk, as they stand there.
sed -n '/^# --/p; /^# ATESOR_/,/^ATESOR_/p' "${atesor_mk:?}/defaults.mk"
