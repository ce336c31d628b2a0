# retry.jq: which failures of earlier runs are tried again. What ended a run before any tune was built may come out
# otherwise now: the machine is quiet, a tool or a header was installed, an agent has another answer.
# In:  all documents (inputs); $goal: what is asked for. Only what this goal makes anew is tried again.
# Out: the names of the documents to remove, a line each. A document that is cut short is an error.
def names:
    "mach.probe", "mach.integrity",
    (select($goal | IN("all", "verify", "build", "measure")) | "vrfy.plan", "vrfy.build", "vrfy.facts"),
    (select($goal | IN("all", "build", "measure")) | "base.build", "base.facts"),
    (select($goal | IN("all", "measure")) | "base.workload");

# Without an agent, the same workloads would be tried again; but a harness may build with what was installed.
def harness_fails: any(., .data.refused[]?; .code == "harness_does_not_build");
def worth_it($name; $agent): $name != "base.workload" or $agent or harness_fails;

reduce inputs as $document ({}; .[input_filename | sub(".*/"; "") | sub("[.]json$"; "")] = $document)
| ((.config.data.agent // []) != []) as $agent
| names as $name | .[$name] // empty
| select(.status == "failed") | select(worth_it($name; $agent)) | $name
