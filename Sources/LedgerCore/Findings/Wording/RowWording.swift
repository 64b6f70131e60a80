package import Findings
internal import SQLiteData
internal import SQLiteSandbox

// SL304 to SL307, SL314 and SL318.

extension RowFacts {
  func message(of finding: Finding) -> String {
    switch self {
    case .changed(let change), .stated(let change): return finding.migrating(change.predicate) + change.reason
    case .dependsOnForeignKeys(let difference):
      let outcome =
        switch difference {
        case .schema: "a different schema"
        case .userVersion(let off, let on): "user_version \(on) instead of \(off)"
        case .rows(let tables):
          "different rows in \(tables.prefix(5).joined(separator: ", "))\(tables.count > 5 ? " and more tables" : "")"
        }
      return finding.migrating("produces \(outcome) with foreign keys on than with foreign keys off")
    case .foreignKeysUnknown(let migrations):
      let names = migrations.prefix(3).joined(separator: ", ") + (migrations.count > 3 ? ", …" : "")
      let subject = migrations.count == 1 ? "1 frozen migration fails" : "\(migrations.count) frozen migrations fail"
      let loses = migrations.count == 1 ? "loses" : "lose"
      return "with foreign keys on, \(subject) or \(loses) rows (\(names))"
    }
  }

  var help: Help? {
    switch self {
    case .changed(let change): change.help
    case .stated:
      "if this is intended, say so before the statement: -- schemaledger:allow \(Finding.Code.rowsChanged.rawValue) REASON"
    case .foreignKeysUnknown:
      "if the application switches them off while it migrates, set foreign-keys: off in \(Configuration.fileName); with foreign-keys: on, verify reports each of these failures"
    case .dependsOnForeignKeys:
      "write down in the migration what happens to rows whose parents are deleted, before the parents are deleted"
    }
  }
}

extension DataChange {
  private var place: String { table + (column.map { ".\($0)" } ?? "") }

  fileprivate var predicate: String {
    let rows = "\(count) of \(total) row\(total == 1 ? "" : "s")"
    let values = "\(count) of \(total) value\(total == 1 ? "" : "s") of \(place)"
    let inRows = "in \(count) row\(count == 1 ? "" : "s")"
    return switch kind {
    case .rowsLost, .rowsNotSelected: "loses \(rows) of \(table)"
    case .rowsLeftOut: "leaves out \(rows) of \(table)"
    case .tableDropped: "drops \(table) with its \(total) row\(total == 1 ? "" : "s")"
    case .columnDropped: "drops \(values)"
    case .rowsDeleted: "deletes \(count) row\(count == 1 ? "" : "s") of \(table)"
    case .becameNull: "replaces \(values) by NULL"
    case .truncated: "truncates \(values)"
    case .digitsLost: "loses digits of \(values)"
    case .storageClassLost: "irreversibly converts \(values) to another type"
    case .becameConstant: "replaces \(values) by a single value"
    case .notCopied: "loses \(values)"
    case .moved: "puts values of \(table).\(other ?? "") into \(place), \(inRows),"
    case .filledWithName: "puts the text '\(other ?? "")' into \(place), \(inRows),"
    case .renumbered: "gives \(rows) of \(table) different keys"
    case .rewritten: "changes \(values)"
    case .merged: "overwrites \(values) with values of \(other ?? "another column")"
    case .storageClassChanged: "converts \(values) to another type"
    case .filled: "replaces \(count) NULL of \(place) by a value"
    case .sequenceLost: "lets AUTOINCREMENT assign keys of deleted rows of \(table) again"
    }
  }

  /// Why, as far as it is known.
  fileprivate var reason: String {
    switch (kind, cause) {
    case (.notCopied, _): ": a copy does not name the column"
    case (.renumbered, _): ": \(other ?? "a table that refers to them") now refers to different rows"
    case (.rowsLeftOut, .copy(let words)?): ": \(words.joined(separator: ", ")) in the copy selects other rows"
    case (_, .copy(let words)?) where !nullColumns.isEmpty:
      ": \(words.joined(separator: ", ")) in the copy leaves out rows with NULL in \(nullColumns.joined(separator: " or "))"
    case (_, .copy(let words)?): ": \(words.joined(separator: ", ")) in the copy leaves them out"
    case (_, .action(let action, let parents)?):
      ": ON DELETE \(action) applies when their rows of \(parents.joined(separator: " or ")) are deleted"
    case (_, nil): ""
    }
  }

  fileprivate var help: Help? {
    switch (kind, cause) {
    case (.rowsLost, .action), (.becameNull, .action), (.becameConstant, .action):
      "DROP TABLE first deletes all rows, and PRAGMA foreign_keys = OFF has no effect within a transaction: set it before the transaction begins"
    case (.rowsLost, .copy), (.rowsNotSelected, _):
      "select these rows as well; if they are meant to go, say so with a DELETE before the copy, or set values: report in \(Configuration.fileName)"
    case (.rowsLost, nil): "copy them into the new table (INSERT … SELECT) before the old one is dropped"
    case (.moved, _): "name the columns on both sides of INSERT … SELECT, in the same order"
    case (.filledWithName, _):
      "no such column exists, so SQLite reads \"\(other ?? "")\" as a string: correct the column's name"
    case (.notCopied, _): "name the column on both sides of INSERT … SELECT"
    case (.becameConstant, _): "an UPDATE without WHERE, or a literal in a copy, overwrites every row: restrict it"
    case (.storageClassLost, _), (.digitsLost, _): "keep the type, or convert only the values that can be converted"
    case (.becameNull, _): "copy the values, or drop the column"
    case (.renumbered, _): "name \(column ?? "the key") on both sides of INSERT … SELECT"
    case (.sequenceLost, _): "before the old table is dropped, copy its row of sqlite_sequence for the new table"
    case (.rewritten, _), (.merged, _), (.rowsLeftOut, _), (.storageClassChanged, _), (.filled, _):
      "if this is intended, set values: report in \(Configuration.fileName)"
    case (.truncated, _): "keep the whole text, or drop the column"
    case (.tableDropped, _), (.columnDropped, _), (.rowsDeleted, _): nil
    }
  }
}
