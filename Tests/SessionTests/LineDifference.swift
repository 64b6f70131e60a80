/// The difference between two texts: lines only in the old one are marked `-`, and lines only in the new one `+`.
struct LineDifference: CustomStringConvertible {
  let lines: [String]

  init(from old: [String], to new: [String]) {
    let changes = new.difference(from: old)
    let removed = Set(changes.removals.map(\.offset))
    let inserted = Set(changes.insertions.map(\.offset))
    var lines: [String] = []
    var (before, after) = (0, 0)
    while before < old.count || after < new.count {
      if before < old.count, removed.contains(before) {
        lines.append("- " + old[before])
        before += 1
      } else if after < new.count, inserted.contains(after) {
        lines.append("+ " + new[after])
        after += 1
      } else {
        lines.append("  " + old[before])
        before += 1
        after += 1
      }
    }
    self.lines = lines
  }

  var description: String { lines.joined(separator: "\n") }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
