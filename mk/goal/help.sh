# help.sh: make atesor-help: the goals.
cat <<'EOT'
make optimize          find faster compiler settings, prove them, keep the result in ATESOR_OUT
make atesor-probe      what machine this is
make atesor-verify     build the package as it is, and test it
make atesor-build      build and gate all tunes; nothing is timed
make atesor-measure    time the tunes; no second check
make atesor-accept     all of it (as optimize)
make atesor-golden     does the program compute the same in all rows of ATESOR_GOLDEN_ROWS?
make atesor-explain    why the tune ATESOR_TUNE broke: the flag and the objects, as far as builds can prove it
make atesor-status     what is known so far, and what comes next
make atesor-report     write result.json and report.md again, and show the report
make atesor-package    the accepted files, with a manifest, as ATESOR_OUT/package.zip
make atesor-apply      the accepted flags as a make fragment, ATESOR_OUT/atesor.flags.mk
make atesor-bar        measure the engines of ATESOR_BAR against each other
make atesor-roofline   what the caches, the memory and the arithmetic of this machine deliver, with pictures
make atesor-clean      remove ATESOR_OUT
make atesor-vars       the variables
make atesor-print-VAR  the value of one
EOT
