# tree-settings.jq: the settings that a tree was built with. In: the document of its build. Out: shell variables
# tree_profile and tree_words.
include "base/shell";
.request.inputs | sh("tree_profile"; .profile), variable("tree_words"; .settings)
