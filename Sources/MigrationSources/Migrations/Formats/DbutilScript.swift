/// A file as go.mau.fi/util/dbutil reads it: a header with the versions, and SQL of which some lines are for one database
/// only. https://github.com/mautrix/go-util/blob/main/dbutil/upgradetable.go
struct DbutilScript {
  /// How the upgrade runs.
  enum Transaction: String {
    case on, off
    case withoutForeignKeys = "sqlite-fkey-off"
  }

  /// The versions between which the file upgrades, from `-- v3 -> v5 (compatible with v2+): words` or `-- v5: words`.
  let from: Int
  let target: Int
  let title: String
  let transaction: Transaction
  /// The SQL for SQLite. Each line keeps its number: a line for another database is empty.
  let sql: String

  /// - Parameter isForSQLite: whether the file is for SQLite alone. dbutil then runs all its lines.
  /// - Throws: `MigrationFolderError.refusedText` where dbutil stops.
  init(_ text: String, path: String, isForSQLite: Bool) throws(MigrationFolderError) {
    func refuse(_ line: Int, _ reason: String) -> MigrationFolderError {
      .refusedText(path, line: line, reason: reason, hint: "see https://pkg.go.dev/go.mau.fi/util/dbutil")
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let header = Self.header(lines[0]) else {
      throw refuse(1, "does not begin with a line such as -- v1 -> v2: words")
    }
    (from, target, title) = (header.from, header.target, header.title)
    var transaction = Transaction.on
    var hasMode = false
    if lines.count > 1, let mode = lines[1].prefixMatch(of: /-- transaction: ([a-z-]*)/) {
      guard let known = Transaction(rawValue: String(mode.1)) else {
        throw refuse(2, "has an unknown mode of transaction, \(mode.1)")
      }
      transaction = known
      hasMode = true
    }
    self.transaction = transaction
    if !isForSQLite {
      do {
        try Self.filter(&lines, from: hasMode ? 2 : 1)
      } catch {
        throw refuse(error.line, error.reason)
      }
    }
    if transaction == .withoutForeignKeys {
      lines[0] = "PRAGMA foreign_keys = OFF; BEGIN;"
      lines[lines.count - 1] += lines[lines.count - 1].isEmpty ? "" : "\n"
      lines[lines.count - 1] += "COMMIT; PRAGMA foreign_keys = ON;"
    }
    sql = lines.joined(separator: "\n")
  }

  /// The versions and the words of a header; `nil` for any other line.
  static func header(_ line: Substring) -> (from: Int, target: Int, title: String)? {
    guard let match = line.wholeMatch(of: /-- (?:v(\d+) -> )?v(\d+)(?: \(compatible with v\d+\+\))?: (.+)/),
      let target = Int(match.2)
    else { return nil }
    return (match.1.flatMap { Int($0) } ?? target - 1, target, String(match.3))
  }

  private struct Refusal: Error {
    let line: Int
    let reason: String
  }

  /// Empties the lines for another database, and activates those for SQLite that are comments.
  ///
  /// - Parameter first: the index of the first line after the header. If the line that follows it is for another database,
  ///   dbutil leaves out the whole file.
  private static func filter(_ lines: inout [Substring], from first: Int) throws(Refusal) {
    let rule =
      /\s*-- only: (postgres|sqlite)(?: for next (\d+) lines| until "(end) only")?(?: \(lines? (commented)\))?/
    var index = first
    while index < lines.count {
      guard let match = lines[index].prefixMatch(of: rule) else {
        index += 1
        continue
      }
      let start = index
      let count = match.3 != nil ? nil : match.2.flatMap { Int($0) } ?? 1
      if start == first, count == 1, match.1 != "sqlite" {
        for place in lines.indices { lines[place] = "" }
        return
      }
      index += 1
      while index < lines.count, count.map({ index <= start + $0 }) ?? true {
        if count == nil, let end = lines[index].wholeMatch(of: /\s*-- end only (postgres|sqlite)/) {
          guard end.1 == match.1 else {
            throw Refusal(
              line: index + 1, reason: "ends lines for \(end.1), and line \(start + 1) begins lines for \(match.1)")
          }
          break
        }
        if match.1 != "sqlite" {
          lines[index] = ""
        } else if match.4 != nil, lines[index].hasPrefix("--") {
          lines[index] = lines[index].dropFirst(2)
        }
        index += 1
      }
      if count == nil, index == lines.count {
        throw Refusal(line: start + 1, reason: "begins lines for one database that have no end")
      }
    }
  }
}
