/// The lines in which two texts differ, in the manner of `diff -U0`.
struct SnapshotDifference {
  /// More lines are counted, not listed.
  private static let longestList = 40
  /// The search for the smallest difference takes time in proportion to the product of the lines.
  private static let longestSearch = 2000

  let text: String

  init(expected: String, actual: String) {
    let (old, new) = (Self.lines(expected), Self.lines(actual))
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.reversed(), new.reversed()).prefix(min(old.count, new.count) - start).prefix { $0 == $1 }.count
    let middle = (old: Array(old[start..<(old.count - end)]), new: Array(new[start..<(new.count - end)]))
    var changes: [(number: Int, line: String)]
    if middle.old.count + middle.new.count > Self.longestSearch {
      changes =
        middle.old.enumerated().map { ($0.offset, "-" + $0.element) }
        + middle.new.enumerated().map { ($0.offset, "+" + $0.element) }
    } else {
      changes = Self.changes(middle.old, middle.new)
    }
    let more = changes.count - Self.longestList
    var listed: [String] = []
    var last = -1
    for (number, line) in changes.prefix(Self.longestList) {
      if number != last, number != last + 1 || listed.isEmpty { listed.append("@@ line \(start + number + 1) @@") }
      listed.append(line)
      last = number
    }
    if more > 0 { listed.append("… and \(more) more line(s)") }
    text = (["--- expected", "+++ actual"] + listed).joined(separator: "\n")
  }

  /// Removed and added lines, with the number of the line in the old text before which they are.
  private static func changes(_ old: [String], _ new: [String]) -> [(number: Int, line: String)] {
    let difference = new.difference(from: old)
    var removed = Set<Int>()
    var added: [Int: String] = [:]
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, let line, _): added[offset] = line
      }
    }
    var (result, from, to) = ([(number: Int, line: String)](), 0, 0)
    while from < old.count || to < new.count {
      if from < old.count, removed.contains(from) {
        result.append((from, "-" + old[from]))
        from += 1
      } else if let line = added[to] {
        result.append((from, "+" + line))
        to += 1
      } else {
        from += 1
        to += 1
      }
    }
    return result
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
