# artifacts.jq: the artifacts of a build. In: lines "SHA256 PATH", with "-" for a file that is not there. Out: {path,
# sha256?} for each.
capture("^(?<sha256>[^ ]*) (?<path>.*)$") | {path} + (if .sha256 == "-" then {} else {sha256} end)
