internal import LedgerCore
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema

// What is said of rows and values.

extension Finding {
  static func dataChange(_ version: String, _ change: DataChange, path: String?) -> Finding {
    var finding = Finding(change.code, "\(version), migrated, \(change.sentence)", hint: change.hint)
    finding.severity = change.kind == .sequenceLost ? .warning : .error
    finding.version = version
    finding.path = path
    finding.object = change.table
    finding.column = change.column
    finding.samples = change.samples
    if let path { finding.message += ": \(path)" }
    return finding
  }

  static func dependsOnForeignKeys(_ version: String, _ difference: DatabaseContent.Difference) -> Finding {
    let what =
      switch difference {
      case .schema: "another schema"
      case .userVersion(let off, let on): "user_version \(on) in place of \(off)"
      case .rows(let tables):
        "other rows in \(tables.prefix(5).joined(separator: ", "))\(tables.count > 5 ? " and more" : "")"
      }
    return Finding(
      .dependsOnForeignKeys, "\(version), migrated, has \(what) with foreign keys on than with foreign keys off",
      hint: "write out what has to become of rows whose parents go, before they do"
    ).with(version: version)
  }

  /// A migration that only fails when there are rows.
  ///
  /// - Parameter row: on account of which, with its table.
  static func migrationFailedWithRows(
    _ version: String, _ error: LedgerError, row: (table: String, row: String)?
  ) -> Finding {
    var finding = migrationFailed(version, error)
    finding.message = "\(version) does not migrate once it has rows: \(error.message)"
    if finding.hint == nil {
      // https://www.sqlite.org/lang_altertable.html#making_other_kinds_of_table_schema_changes
      let isForeignKey = error.message.contains("FOREIGN KEY constraint failed")
      finding.hint =
        isForeignKey
        ? "switch foreign keys off before the transaction; where the application does, say foreign-keys: off in schemaledger.yml"
        : "rows like this one may be out there: UPDATE them first, or give them a value by coalesce() or a DEFAULT"
    }
    if let row {
      finding.object = row.table
      finding.samples = ["\(row.table): \(row.row)"]
    }
    return finding
  }
}

extension DataChange {
  fileprivate var code: Finding.Code {
    switch kind {
    case .tableDropped, .rowsDeleted, .rowsLost, .rowsPicked: .rowsLost
    case .moved: .valuesMoved
    case .filledWithName: .filledWithName
    default: .valuesLost
    }
  }

  private var place: String { table + (column.map { ".\($0)" } ?? "") }

  /// What follows the name of a version.
  fileprivate var sentence: String {
    let rows = "\(count) of \(total) row\(total == 1 ? "" : "s")"
    let values = "\(count) of \(total) value\(total == 1 ? "" : "s") of \(place)"
    return switch kind {
    case .rowsLost, .rowsPicked: "has lost \(rows) of \(table)\(why)"
    case .tableDropped: "has lost \(table) with its \(total) rows"
    case .columnDropped: "has lost \(values)"
    case .rowsDeleted: "has \(count) rows of \(table) deleted"
    case .becameNull: "has NULL in place of \(values)\(why)"
    case .truncated: "has cut \(values) short"
    case .digitsLost: "has lost digits of \(values)"
    case .classLost: "has \(values) as another type, from which they cannot be had back"
    case .becameConstant: "has one value in place of \(values)\(why)"
    case .notCopied: "has lost \(values), which a copy does not name"
    case .moved: "has values of \(table).\(other ?? "") in \(place), in \(count) row\(count == 1 ? "" : "s")"
    case .filledWithName: "has the text '\(other ?? "")' in \(place), in \(count) row\(count == 1 ? "" : "s")"
    case .renumbered: "has other keys in \(rows) of \(table), and \(other ?? "what refers to them") finds other rows"
    case .rewritten: "has \(values) changed"
    case .reclassified: "has \(values) as another type"
    case .filled: "has a value in place of \(count) NULL of \(place)"
    case .sequenceLost: "can give numbers of deleted rows of \(table) again (AUTOINCREMENT)"
    }
  }

  private var why: String {
    switch cause {
    case .copy(let words): " that the copy's \(words.joined(separator: ", ")) left out"
    case .action(let action, let parent): ", by ON DELETE \(action) when their \(parent) went"
    case nil: ""
    }
  }

  fileprivate var hint: String? {
    switch (kind, cause) {
    case (.rowsLost, .action), (.becameNull, .action), (.becameConstant, .action):
      "DROP TABLE deletes its rows first, and PRAGMA foreign_keys = OFF does nothing within a transaction: set it before the tool begins one"
    case (.rowsLost, .copy), (.rowsPicked, _):
      "if they are meant to go, say so by a DELETE before the copy, or set values: report"
    case (.rowsLost, _): "INSERT … SELECT them into the new table before the old one is dropped"
    case (.moved, _): "name the columns on both sides of INSERT … SELECT, in the same order"
    case (.filledWithName, _):
      "no such column is there, and SQLite reads \"\(other ?? "")\" as a string: put the column's name right"
    case (.notCopied, _): "name the column on both sides of INSERT … SELECT"
    case (.becameConstant, _): "an UPDATE without a WHERE, or a literal in a copy, takes what each row had"
    case (.classLost, _), (.digitsLost, _): "keep the type, or convert what can be converted and keep the rest"
    case (.becameNull, _): "copy the values, or drop the column"
    case (.renumbered, _): "name \(column ?? "the key") on both sides of INSERT … SELECT"
    case (.sequenceLost, _): "UPDATE sqlite_sequence to what it was before the old table is dropped"
    case (.rewritten, _), (.reclassified, _), (.filled, _):
      "if it is meant, values: report in schemaledger.yml says it and goes on"
    case (.truncated, _): "keep the whole text, or drop the column"
    default: nil
    }
  }
}
