# Draws the lines of Tests/Scripts/Growth/run as a picture, or as tables in Markdown:
#
#   awk -f plot.awk growth.tsv > growth.svg
#   awk -v tables=1 -f plot.awk growth.tsv
#
# Both axes are logarithmic, so a cost that is proportional is a line that rises as steeply as the dashed one.
BEGIN {
  FS = "\t"
  axes = split("versions tables commits files", axis, " ")
  split("#2563eb #c2410c #15803d #7c3aed #be123c #6b7280 #0e7490 #a16207", colour, " ")
}
{
  if (!(($1, $2) in seen)) { seen[$1, $2] = 1; size[$1, ++sizes[$1]] = $2 }
  if (!($3 in number)) { number[$3] = ++names; name[names] = $3 }
  wall[$1, $2, $3] = $4; work[$1, $2, $3] = $5; memory[$1, $2, $3] = $6
}
function log10(x) { return log(x) / log(10) }
function grouped(x) { return x >= 1000 ? sprintf("%d,%03d", int(x / 1000), x % 1000) : x }
function many(x) { return x >= 1000000 ? "1,000,000" : grouped(x) }
function write_tables(    a, i, s, n) {
  for (a = 1; a <= axes; a++) {
    if (!sizes[axis[a]]) continue
    printf "| %s |", axis[a]
    for (s = 1; s <= sizes[axis[a]]; s++) printf " %s |", many(size[axis[a], s])
    printf "\n|---|"
    for (s = 1; s <= sizes[axis[a]]; s++) printf "---|"
    print ""
    for (n = 1; n <= names; n++) {
      if (!((axis[a], size[axis[a], 1], name[n]) in wall)) continue
      printf "| %s |", name[n]
      for (s = 1; s <= sizes[axis[a]]; s++) {
        i = axis[a] SUBSEP size[axis[a], s] SUBSEP name[n]
        if (i in wall) printf " %.2f s, %d MB |", wall[i], memory[i]; else printf " |"
      }
      print ""
    }
    print ""
  }
}
# The place of a value in a panel: each decade has the same length.
function across(x) { return left + (log10(x) - log10(least)) / (log10(most) - log10(least)) * width }
function up(y) { return top + height - (log10(y) - low) / (high - low) * height }
function panel(a, what,    s, n, i, points, y, decade) {
  least = size[axis[a], 1]; most = size[axis[a], sizes[axis[a]]]
  low = what == "time" ? -2 : 1; high = what == "time" ? 3 : 4
  printf "<text x=\"%d\" y=\"%d\" class=\"title\">%s, by number of %s</text>\n", left, top - 10, what == "time" ? "seconds" : "MB", axis[a]
  for (decade = low; decade <= high; decade++) {
    y = up(10 ^ decade)
    printf "<path d=\"M%d %.1fH%d\" class=\"grid\"/><text x=\"%d\" y=\"%.1f\" class=\"side\">%g</text>\n", left, y, left + width, left - 6, y + 4, 10 ^ decade
  }
  for (s = 1; s <= sizes[axis[a]]; s++)
    printf "<text x=\"%.1f\" y=\"%d\" class=\"below\">%s</text>\n", across(size[axis[a], s]), top + height + 16, many(size[axis[a], s])
  # A cost in proportion to the number, for comparison.
  y = 10 ^ low * 2
  printf "<path d=\"M%.1f %.1fL%.1f %.1f\" class=\"linear\"/>\n", left, up(y), across(least * 10 ^ (high - low) / 2 < most ? least * 10 ^ (high - low) / 2 : most), \
    up(y * (least * 10 ^ (high - low) / 2 < most ? 10 ^ (high - low) / 2 : most / least))
  for (n = 1; n <= names; n++) {
    points = ""
    for (s = 1; s <= sizes[axis[a]]; s++) {
      i = axis[a] SUBSEP size[axis[a], s] SUBSEP name[n]
      if (!(i in wall)) continue
      y = what == "time" ? wall[i] : memory[i]
      if (y < 10 ^ low) y = 10 ^ low
      points = points sprintf("%s%.1f %.1f", points == "" ? "M" : "L", across(size[axis[a], s]), up(y))
      printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>\n", across(size[axis[a], s]), up(y), colour[n]
    }
    if (points != "") printf "<path d=\"%s\" stroke=\"%s\" class=\"line\"/>\n", points, colour[n]
  }
}
function legend(text, look) {
  if (at > 640) { at = 0; line_of_legend += 20 }
  printf "<path d=\"M%d %dh22\" %s/><text x=\"%d\" y=\"%d\">%s</text>\n", at + 50, line_of_legend, look, at + 78, line_of_legend + 4, text
  at += 50 + 7 * length(text)
}
END {
  if (tables) { write_tables(); exit }
  width = 330; height = 210
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 860 1150\" role=\"img\" aria-label=\"Time and memory of the commands, by number of versions, tables, commits and files\">"
  print "<style>text{font:12px system-ui,sans-serif;fill:#374151}.title{font-weight:600}.side{text-anchor:end;font-size:11px}.below{text-anchor:middle;font-size:11px}"
  print ".grid{stroke:#e5e7eb}.linear{stroke:#9ca3af;stroke-dasharray:4 4}.line{fill:none;stroke-width:1.8}</style>"
  print "<rect width=\"860\" height=\"1150\" fill=\"#fff\"/>"
  line_of_legend = 20
  for (n = 1; n <= names; n++) legend(name[n], "stroke=\"" colour[n] "\" class=\"line\"")
  legend("proportional", "class=\"linear\"")
  for (a = 1; a <= axes; a++) {
    if (!sizes[axis[a]]) continue
    top = 90 + 270 * (a - 1)
    left = 60; panel(a, "time")
    left = 480; panel(a, "memory")
  }
  print "</svg>"
}
