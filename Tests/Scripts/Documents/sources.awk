# Writes the Swift sources of one document: `awk -f sources.awk -v document=FILE -v copy=FILE -v name=NAME -v output=FOLDER LIST`.
# README.md explains lists. FOLDER receives Tests/NAME/*.swift, Errors/NAME/*.swift and Manifests/NAME-*/Package.swift.
# Prints a line with tab-separated fields for each block (see `report`) and each group (see `endGroup`). Errors of the list
# are printed to standard error, and the exit status is then 1.

BEGIN {
  FS = "\n"
  title = document
  sub(/.*\//, "", title)
  readDocument()
}

# MARK: The document

# Reads the lines, and finds the blocks ```swift with the heading that they are below.
function readDocument(   line, heading, within, number, key) {
  while ((getline line < document) > 0) {
    lines[++lineCount] = line
    if (line ~ /^ *```/) {
      if (within == "swift") lastOf[fences] = lineCount - 1
      within = within != "" ? "" : line ~ /^ *```swift *$/ ? "swift" : "other"
      if (within != "swift") continue
      firstOf[++fences] = lineCount + 1
      key = heading SUBSEP (++number[heading])
      fenceAt[key] = fences
    } else if (within == "" && line ~ /^#+ /) {
      heading = line
      sub(/^#+ /, "", heading)
    }
  }
}

function problem(text) {
  printf "%s: %s\n", FILENAME, text > "/dev/stderr"
  failed = 1
}

# MARK: The list

/^== / { directive(substr($0, 4)); next }
section == "imports" { if (inGroup) groupImports = groupImports $0 "\n"; else allImports = allImports $0 "\n"; next }
section == "common" { common = common $0 "\n"; next }
section == "outside" { outside = outside $0 "\n"; next }
section == "code" { body = body $0 "\n"; next }
section == "before" { before = before $0 "\n"; next }
section == "after" { after = after $0 "\n"; next }
section == "fill" { fill[place] = fill[place] (fill[place] == "" ? "" : " ") $0; next }
section == "insert" { insert[place] = insert[place] $0 " "; next }
/^ *$/ { next }
{ problem("line " FNR " belongs to no section") }

function directive(text,   words) {
  split(text, words, / +/)
  if (words[1] == "note" || words[1] == "document" || words[1] == "language") return
  if (words[1] == "imports" || words[1] == "common" || words[1] == "outside" || words[1] == "code") {
    endBlock()
    section = words[1]
    if (section == "imports" && inGroup) ownImports = 1
    return
  }
  if (words[1] == "before" || words[1] == "after") { section = words[1]; return }
  if (words[1] == "run") { command = substr(text, 5); return }
  if (words[1] == "expect") { expected[++expectations] = substr(text, 8); return }
  if (words[1] == "fill" || words[1] == "insert") {
    section = words[1]
    place = words[2] + (isRelative ? first - 1 : 0)
    if (section == "fill") place = place SUBSEP (++fills[place])
    if (words[2] + 0 < 1 || place + 0 < first || place + 0 > last + 1) problem("line " FNR ": no such line in the block")
    return
  }
  endBlock()
  if (words[1] == "group") { endGroup(); beginGroup(words[2], words[3] == "in" ? words[4] : words[2]); return }
  if (words[1] == "text") { range(words[2]); cover("text"); return }
  if (words[1] == "block") { beginBlock(text); return }
  problem("line " FNR ": unknown directive " words[1])
}

# MARK: Groups: one file, whose declarations are in one namespace

function beginGroup(newName, newFolder) {
  group = newName
  folder = newFolder
  inGroup = 1
  section = "code"
  body = outside = groupImports = hoisted = classes = ""
  ownImports = tests = 0
}

# Writes the file and prints: "group", name, group, folder, number of tests of Swift Testing, classes of XCTest
function endGroup(   file) {
  if (!inGroup) return
  file = output "/Tests/" name "/" group ".swift"
  printf "%simport Testing\n\n", (ownImports || hoisted != "" ? groupImports hoisted : allImports) > file
  printf "@Suite(.serialized) struct %s {\n%s}\n%s", group, body, outside > file
  close(file)
  if (tests > 0 || classes != "") printf "group\t%s\t%s\t%s\t%d\t%s\n", name, group, folder, tests, classes
  inGroup = 0
}

# MARK: Blocks

function beginBlock(text,   words, count, heading, rest) {
  isRelative = 0
  if (match(text, /"[^"]*"/)) {
    heading = substr(text, RSTART + 1, RLENGTH - 2)
    rest = substr(text, RSTART + RLENGTH + 1)
    split(rest, words, / +/)
    isRelative = 1
    where = "\"" heading "\" " words[1]
    if (!((heading SUBSEP words[1]) in fenceAt)) {
      problem("line " FNR ": " title " has no block " where)
      return
    }
    first = firstOf[fenceAt[heading, words[1]]]
    last = lastOf[fenceAt[heading, words[1]]]
    kind = words[2]
    reason = rest
    sub(/^[0-9]+ +[a-z]+ */, "", reason)
  } else {
    split(text, words, / +/)
    if (!range(words[2])) return
    where = words[2]
    kind = words[3]
    reason = text
    sub(/^block +[^ ]+ +[a-z]+ */, "", reason)
  }
  if (kind !~ /^(declarations|statements|file|manifest|program|error|skip)$/) problem("line " FNR ": unknown kind " kind)
  if (kind == "skip" && reason == "") problem("line " FNR ": a skipped block needs a reason")
  if (kind ~ /^(declarations|statements|file)$/ && !inGroup) problem("line " FNR ": the block is in no group")
  cover("block")
  inBlock = 1
  section = ""
}

# Sets `first` and `last` from "12-34" or "12".
function range(text,   ends) {
  split(text, ends, "-")
  first = ends[1] + 0
  last = (2 in ends ? ends[2] : ends[1]) + 0
  if (first >= 1 && last >= first && last <= lineCount) return 1
  problem("line " FNR ": " title " has no lines " text)
  return 0
}

function cover(by,   n) {
  for (n = first; n <= last; n++) {
    if (n in covered) { problem("line " FNR ": line " n " is listed twice"); return }
    covered[n] = by
  }
}

function endBlock(   text, id, file, ofGroup) {
  if (!inBlock) return
  inBlock = 0
  ofGroup = hoisted
  id = "Lines_" first "_" last
  text = kind == "skip" ? "" : blockText()
  if (kind == "declarations") body = body before text after
  else if (kind == "statements") body = body "@Test func " id "() async throws {\n" before text after "}\n"
  else if (kind == "file") outside = outside before text after
  else if (kind == "manifest") {
    file = output "/Manifests/" name "-" id
    system("mkdir -p '" file "'")
    printf "// swift-tools-version: 6.1\nimport PackageDescription\n\n%s%s%s", before, text, after > (file "/Package.swift")
    close(file "/Package.swift")
  } else if (kind == "program") {
    file = output "/Sources/" name "_" id
    system("mkdir -p '" file "'")
    printf "%s\n%s%s%s", hoisted == ofGroup ? allImports : substr(hoisted, length(ofGroup) + 1), before, text, after \
      > (file "/Program.swift")
    close(file "/Program.swift")
    hoisted = ofGroup
  } else if (kind == "error") {
    file = output "/Errors/" name "/" id ".swift"
    printf "%s\n%s\nstruct %s {\n%s%s%s}\n", hoisted == ofGroup ? allImports : substr(hoisted, length(ofGroup) + 1), \
      common, id, before, text, after > file
    close(file)
    hoisted = ofGroup
    if (!expectations) problem("line " FNR ": an error needs an expected message")
  }
  if (kind == "statements") tests++
  tests += kind ~ /^(declarations|file)$/ ? occurrences(before text after, "@Test") : 0
  if (kind == "file") findClasses(before text after)
  report(id)
  before = after = ""
  split("", fill); split("", insert); split("", fills); split("", expected)
  expectations = 0
}

# Prints: "block", name, place, kind, group, id, first line, last line, reason of a skip; for the
# command of a program: "run", name, id, command; and for each expected text: "expect", name, id, text
function report(id,   n) {
  printf "block\t%s\t%s\t%s\t%s\t%s\t%d\t%d\t%s\n", name, where, kind, inGroup ? group : "-", id, first, last, reason
  if (command != "") printf "run\t%s\t%s\t%s\n", name, id, command
  command = ""
  for (n = 1; n <= expectations; n++) printf "expect\t%s\t%s\t%s\n", name, id, expected[n]
}

function occurrences(text, word,   count, at) {
  while ((at = index(text, word)) > 0) { count++; text = substr(text, at + length(word)) }
  return count
}

# Finds classes at the beginning of a line that are test cases of XCTest.
function findClasses(text,   parts, count, n, words) {
  count = split(text, parts, "\n")
  for (n = 1; n <= count; n++)
    if (match(parts[n], /class [A-Za-z0-9_]+: *XCTestCase/)) {
      split(substr(parts[n], RSTART + 6), words, /[: ]/)
      classes = classes (classes == "" ? "" : " ") words[1]
    }
}

# The lines of the block. Its imports are moved to the top of the file, and elisions are filled in. Diagnostics refer to the
# document.
function blockText(   n, line, text, count, k) {
  text = kind == "manifest" ? "" : "#sourceLocation(file: \"" copy "\", line: " first ")\n"
  for (n = first; n <= last; n++) {
    line = lines[n]
    if (kind != "manifest" && line ~ /^ *(@testable )?import [A-Za-z]+ *$/) {
      sub(/^ */, "", line)
      hoisted = hoisted line "\n"
      line = ""
    }
    for (k = 1; k <= fills[n]; k++) line = filled(line, fill[n, k], k, n)
    text = text insert[n] line "\n"
  }
  return text insert[last + 1] (kind == "manifest" ? "" : "\n#sourceLocation()\n")
}

# Replaces the first elision: an ellipsis, also in a comment or in brackets.
function filled(line, code, k, n) {
  if (!match(line, /\/\* \.\.\. \*\/|\[\.\.\.\]|\.\.\.|…/)) {
    problem("line " n " of " title " has no elision")
    return line
  }
  return substr(line, 1, RSTART - 1) code substr(line, RSTART + RLENGTH)
}

# MARK: The end

END {
  endBlock()
  endGroup()
  if (common != "") printf "%s%s", allImports, common > (output "/Tests/" name "/Common.swift")
  for (n = 1; n <= fences; n++) checkFence(n)
  if (!fences) checkText()
  exit failed
}

function checkFence(fence,   n) {
  for (n = firstOf[fence]; n <= lastOf[fence]; n++)
    if (!(n in covered) && lines[n] !~ /^ *$/) {
      problem(title ": the block at line " firstOf[fence] " is not listed" (n > firstOf[fence] ? " from line " n : ""))
      return
    }
}

# A document without fences: lines that look like Swift must be listed, as a block or as text.
function checkText(   n) {
  for (n = 1; n <= lineCount; n++)
    if (!(n in covered) && lines[n] ~ /^ *(@[A-Z]|(import|enum|struct|final|class|let|var|func|static|public|extension|switch|try|for) [A-Za-z]|[A-Z][A-Za-z.]+\(|\.package)/)
      problem(title ": line " n " is not listed: " lines[n])
}
