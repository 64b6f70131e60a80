import LedgerEntries
import Testing

@testable import LedgerKit

/// A migration is written as `id=text`, with its folder if that is not `db`. Texts that differ only in letter case have
/// the same meaning. A migration whose id begins with R is repeatable.
@Suite("Source change")
struct SourceChangeTests {
  private static func record(_ word: Substring) -> MigrationRecord {
    let parts = word.split(separator: "=")
    let folder = parts[0].contains("/") ? "" : "db/"
    let id = String(parts[0].split(separator: "/").last ?? "")
    return MigrationRecord(
      id: id, path: "\(folder)\(parts[0]).sql", text: String(parts[1]), meaning: parts[1].lowercased(),
      isRepeatable: id.hasPrefix("R"))
  }

  private static func records(_ text: String) -> [MigrationRecord] { text.split(separator: " ").map(record) }

  private func tell(_ change: SourceChange) -> String {
    let before = change.before.map(\.id).joined(separator: "+")
    let after = change.after.map(\.id).joined(separator: "+")
    let behind = change.behind.isEmpty ? "" : " before \(change.behind.map(\.id).joined(separator: "+"))"
    return "\(change.kind.rawValue) \(before)→\(after)\(behind)"
  }

  /// The migrations before and after, and the changes.
  static let table: [(before: String, after: String, changes: [String])] = [
    ("1=a", "1=a", []),
    ("", "1=a 2=b", ["added →1", "added →2"]),
    ("1=a", "1=a 2=b", ["added →2"]),
    ("1=a", "1=A", ["textChanged 1→1"]),
    ("1=a 2=b", "1=c 2=B", ["changed 1→1", "textChanged 2→2"]),
    ("1=a 2=b", "1=a", ["removed 2→"]),
    ("1=a 2=b", "", ["removed 1→", "removed 2→"]),
    ("1=a 2=b", "1=a 3=b", ["renamed 2→3"]),
    ("1=a 2=b", "1=a 3=B", ["renamed 2→3"]),
    ("1=a 2=b 3=c", "01=a 02=b 03=c", ["renamed 1→01", "renamed 2→02", "renamed 3→03"]),
    ("1=a 2=b", "1=a 3=c", ["removed 2→", "added →3"]),
    ("1=a 2=b", "new/1=a new/2=b", ["moved 1→1", "moved 2→2"]),
    ("1=a", "new/1=b", ["changed 1→1"]),
    // Inserted migrations
    ("1=a 3=c", "1=a 2=b 3=c", ["inserted →2 before 3"]),
    ("2=b 3=c", "1=a 2=b 3=c 4=d", ["inserted →1 before 2+3", "added →4"]),
    ("1=a 3=c", "1=a 2=b 4=d 3=c", ["inserted →2 before 3", "inserted →4 before 3"]),
    // Flyway runs repeatable migrations last, in the order of their names.
    ("1=a R2=b", "1=a 2=c R2=b", ["added →2"]),
    ("1=a R2=b", "1=a R1=c R2=b", ["added →R1"]),
    // Reordered migrations
    ("1=a 2=b 3=c", "2=b 1=a 3=c", ["reordered 2→2 before 1"]),
    ("1=a 2=b 3=c", "3=c 1=a 2=b", ["reordered 3→3 before 1"]),
    ("R1=a R2=b", "R2=b R1=a", []),
    // Squashed migrations
    ("1=a 2=b 3=c", "1=abc", ["squashed 2+3+1→1"]),
    ("1=a 2=b 3=c 4=d", "1=a 5=bcd", ["squashed 2+3+4→5"]),
    (
      "1=a 2=b 3=c 4=d", "5=ab 6=cd 7=e",
      ["removed 1→", "removed 2→", "removed 3→", "removed 4→", "added →5", "added →6", "added →7"]
    ),
    ("1=a 2=b", "1=ab", ["removed 2→", "changed 1→1"]),
  ]

  @Test("the changes between two lists of migrations", arguments: table)
  func changes(before: String, after: String, expected: [String]) {
    let changes = SourceChange.changes(from: Self.records(before), to: Self.records(after))
    #expect(changes.map(tell) == expected)
  }

  /// The migrations of a merge's parents, those of the merge, and the changes that the merge itself makes.
  static let merges: [(parents: [String], after: String, changes: [String])] = [
    ([], "1=a", ["added →1"]),
    (["1=a 2=b", "1=a 3=c"], "1=a 2=b 3=c", ["inserted →2 before 3"]),
    (["1=a 3=c", "1=a 2=b"], "1=a 2=b 3=c", ["inserted →2 before 3"]),
    (["1=a 2=b", "1=a 2=b 3=c"], "1=a 2=b 3=c", []),
    (["1=a", "1=b"], "1=b", []),
    (["1=a", "1=b"], "1=c", ["changed 1→1"]),
    (["1=a 2=b", "1=a"], "1=a", []),
    (["1=a 2=b", "1=a 2=b 3=c"], "1=a 3=c", ["removed 2→"]),
    (["1=a", "1=a"], "1=a 2=b", ["added →2"]),
    (["1=a", "1=A"], "1=A", []),
    (["1=a 2=b", "1=a 3=c", "1=a 4=d"], "1=a 2=b 3=c 4=d", ["inserted →2 before 3+4", "inserted →3 before 4"]),
  ]

  @Test("a merge does not change what it has from one of its parents", arguments: merges)
  func merge(parents: [String], after: String, expected: [String]) {
    let changes = SourceChange.changes(from: parents.map(Self.records), to: Self.records(after))
    #expect(changes.map(tell) == expected)
  }
}
