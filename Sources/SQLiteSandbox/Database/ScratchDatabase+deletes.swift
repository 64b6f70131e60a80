internal import GRDB
internal import SQLiteSyntax

extension ScratchDatabase {
  /// Runs a script as ``execute(_:)`` does, and counts deleted rows.
  ///
  /// > Only changes made directly by the INSERT, UPDATE or DELETE statement are considered - auxiliary changes caused by
  /// > triggers, foreign key actions or REPLACE constraint resolution are not counted.
  ///
  /// https://www.sqlite.org/c3ref/changes.html
  ///
  /// - Returns: the number of rows that each DELETE of the script removed, in order.
  /// - Throws: the errors of ``execute(_:)``.
  public func executeCounting(_ script: String) throws -> [Int] {
    guard script.mentions("DELETE") else {
      try execute(script)
      return []
    }
    let counter = DeleteCounter()
    // A virtual table executes statements of its own, which are traced too.
    let bytes = Array(script.utf8)
    let expected = Script.statements(of: script).lazy.map { String(decoding: bytes[$0.range], as: UTF8.self) }.filter {
      if case .delete? = Self.delete($0) { true } else { false }
    }
    counter.expected = Array(expected)[...]
    queue.inDatabase { db in
      db.trace(options: .profile) { event in
        guard case .profile(let statement, _) = event, let next = counter.expected.first,
          statement.sql.contains(next)
        else { return }
        counter.expected.removeFirst()
        counter.counts.append(db.changesCount)
      }
    }
    defer { queue.inDatabase { $0.trace(options: []) } }
    try execute(script)
    return counter.counts
  }

  private static func delete(_ sql: String) -> DataStatement? {
    sql.mentions("DELETE") ? Parser.dataStatement(sql) : nil
  }

  private final class DeleteCounter {
    /// The DELETE statements that have not run yet.
    var expected: ArraySlice<String> = []
    var counts: [Int] = []
  }
}
