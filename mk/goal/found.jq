# found.jq: what is known of the source and of the machine when a goal begins.
# In:  $manifest (atesor-tree manifest, JSON); $files, $recipe, $environment (hashes of what else goes into a build) and
#      $fingerprint (of the machine), texts.
# Out: the documents source and machine, a line each.
{data: {manifest: $manifest, files_sha256: $files, recipe_sha256: $recipe, environment_sha256: $environment}},
{data: {fingerprint: $fingerprint}}
