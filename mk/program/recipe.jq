# program/recipe.jq: the commands or the artifacts of a recorded recipe, for atesor-replay(1). In a recipe,
# packages.NAME.SANDBOX holds build_plan.phases[].commands[] and, beside build_plan, artifacts[].{type, path, role}.
#
# In:  the recipe on stdin or as a file; $ENV.atesor_recipe_want, "commands" or "artifacts";
#      $ENV.atesor_recipe_package and $ENV.atesor_recipe_sandbox, which may be empty if there is only one;
#      $ENV.atesor_recipe_source, a directory below which paths become relative.
# Out: text (-r): commands, each ended by a NUL, so that its own newlines stay; or artifacts as JSON Lines.
def asked($name): $ENV["atesor_recipe_" + $name] // "";
def refuse($why): error("recipe: " + $why);

# Input: an object. Its entry that was asked for, or its only one.
def choose($what):
    if type != "object" then refuse("no \($what)s found; see atesor-replay(1) for the form") else . end
    | keys_unsorted as $names | asked($what) as $wanted
    | if $wanted != "" then .[$wanted] // refuse("no \($what) \($wanted); there are: \($names | join(", "))")
      elif ($names | length) == 1 then .[$names[0]]
      else refuse("give the \($what); there are: \($names | join(", "))") end;

def command:
    if type != "string" then refuse("a command is \(type), not text") else . end
    | if any(explode[]; . == 0) then refuse("a command holds a NUL") else . end;
def commands: .build_plan.phases // refuse("no build_plan.phases") | .[].commands[]? | command + "\u0000";

def relative:
    asked("source") as $source
    | if $source != "" and startswith($source + "/") then .[$source + "/" | length:] else . end;
def artifacts: .artifacts // [] | .[] | {type, path: (.path | relative), role} | tojson;

if type != "object" then refuse("the file is not an object") else . end
| .packages | choose("package") | choose("sandbox")
| if asked("want") == "artifacts" then artifacts else commands end
