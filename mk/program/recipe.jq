# recipe.jq: reads a recorded recipe, packages.NAME.SANDBOX.build_plan.phases[].commands[] with artifacts[].{type,path,role}
# beside build_plan. Asked by the environment: atesor_recipe_want is commands (each ends with a NUL, so that its own newlines
# stay) or artifacts (JSON Lines); package and sandbox may be empty if there is only one; paths below source become relative.
def asked(name): $ENV["atesor_recipe_" + name] // "";
def refuse(text): error("recipe: " + text);

# The one entry of an object: the one that was asked for, or the only one.
def choose(what; wanted):
    if type != "object" then refuse("no \(what)s found; see atesor-replay(1) for the form") else . end
    | keys_unsorted as $names
    | if wanted != "" then .[wanted] // refuse("no \(what) \(wanted); there are: \($names | join(", "))")
      elif ($names | length) == 1 then .[$names[0]]
      else refuse("give the \(what); there are: \($names | join(", "))") end;

def command:
    if type != "string" then refuse("a command is \(type), not text") else . end
    | if any(explode[]; . == 0) then refuse("a command holds a NUL") else . end;

def relative: asked("source") as $source | if $source != "" and startswith($source + "/") then .[$source + "/" | length:] else . end;

if type != "object" then refuse("the file is not an object") else . end
| .packages | choose("package"; asked("package")) | choose("sandbox"; asked("sandbox"))
| if asked("want") == "artifacts" then (.artifacts // [])[] | {type, path: (.path | relative), role} | tojson
  else (.build_plan.phases // refuse("no build_plan.phases"))[].commands[]? | command + "\u0000" end
