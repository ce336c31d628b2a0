# report/lib/svg.jq: a plot as gnuplot drew it, made fit to be a part of a page: its names are unique in the page, and
# its colours come from the style sheet.
#
# In:  the SVG file as text. Out: svg($name; $spoken), the same picture; $spoken is what a screen reader says.

# report/plots.jq draws with seven greys that stand for roles: rgb(1, 1, 1) is the first.
def roles: ["--ink", "--line", "--band", "--data", "--good", "--bad", "--base"];
def role_of_grey:
    if .[0] >= 1 and .[0] <= 7 and . == [.[0], .[0], .[0]] then "var(\(roles[.[0] - 1]))"
    # Any other colour belongs to something that shows nothing.
    else "currentColor" end;
# Input: the text after "rgb(".
def colour_replaced:
    split(")") as $parts
    | ($parts[0] | split(",") | map(tonumber? // 0) | role_of_grey) + ($parts[1:] | join(")"));
def with_roles: split("rgb(") | .[0] + (.[1:] | map(colour_replaced) | join(""));

# A browser would show gnuplot's titles, which say nothing, under the pointer.
def without_titles: split("<title>") | .[0] + (.[1:] | map(split("</title>")[1:] | join("</title>")) | join(""));

# The names that gnuplot gives in every picture get the plot's name in front.
def gnuplot_names: "id='gp", "xlink:href='#gp", "id='textbox'", "id='greybox'", "id=\"gnuplot_canvas\"";
def with_unique_names($name):
    reduce gnuplot_names as $old (.;
        ($old | sub("(?<head>['\"]#?)"; "\(.head)\($name)-")) as $new | split($old) | join($new));

def view_box: split("viewBox=\"")[1] | split("\"")[0];
def inside_svg: split("<svg")[1:] | join("<svg") | split(">")[1:] | join(">");
def svg($name; $spoken):
    view_box as $box
    | "<svg class=\"plot\" role=\"img\" aria-label=\"\($spoken)\" viewBox=\"\($box)\""
      + " xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">"
      + (inside_svg | with_unique_names($name) | with_roles | without_titles);
