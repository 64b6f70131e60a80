internal import CanonicalJSON
package import Findings
package import SQLiteData
internal import SQLiteSyntax

/// A change of the rows or values of the finding's object and column, as members of the facts.
package struct RowChange: Sendable, Hashable, Codable {
  package let kind: DataChange.Kind
  private(set) var count: Int
  private(set) var total: Int
  /// Another column or table, as in ``DataChange/other``.
  @NullIfNil private(set) var other: String?
  /// The clauses of a copy that leaves rows out.
  private(set) var copyClauses: [String]?
  /// The action of a foreign key that deleted or changed the rows when rows of its parent were deleted.
  private(set) var onDelete: String?
  private(set) var parent: String?
  /// Instead of one parent, several of which it is not known which deletes the rows, or each of which does.
  private(set) var parents: [String]?
  /// The columns with NULL, because of which alone a copy leaves rows out.
  private(set) var nullColumns: [String]?

  init(_ change: DataChange) {
    (kind, count, total) = (change.kind, change.count, change.total)
    other = change.other?.text
    nullColumns = change.nullColumns.isEmpty ? nil : change.nullColumns.map(\.text)
    switch change.cause {
    case .copy(let clauses)?: copyClauses = clauses
    case .action(let action, let parents)?:
      onDelete = action
      if parents.count == 1 { parent = parents[0].text } else { self.parents = parents.map(\.text) }
    case nil: break
    }
  }

  var withoutCounts: RowChange {
    var change = self
    (change.count, change.total) = (0, 0)
    return change
  }
}

/// A kind of finding about rows or values that changed.
package protocol RowFinding: UpgradeFinding {
  var change: RowChange { get }

  init(_ change: RowChange)
}

extension RowFinding {
  package init(from decoder: any Decoder) throws { self.init(try RowChange(from: decoder)) }

  package func encode(to encoder: any Encoder) throws { try change.encode(to: encoder) }

  package var name: String { change.kind.rawValue }

  package var withoutCounts: Self { Self(change.withoutCounts) }

  package func message(of finding: Finding) -> String {
    change.sentence(of: finding)
  }

  package func help(for finding: Finding) -> Help? { change.help(for: finding) }
}

extension RowChange {
  fileprivate func sentence(of finding: Finding) -> String {
    let sentence = finding.migrating(predicate(of: finding))
    // The comma is for the place, which a command does not have.
    return (sentence.hasSuffix(",") ? String(sentence.dropLast()) : sentence) + reason
  }

  private func predicate(of finding: Finding) -> String {
    let (table, place, other) = (finding.object ?? "", finding.place ?? "", other ?? "")
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
    case .storageClassNew: "stores \(values) as \(other), which no value there was before,"
    case .becameConstant: "replaces \(values) by a single value"
    case .notCopied: "loses \(values)"
    case .notMoved: "drops \(values) that it does not store in \(other)"
    case .moved: "puts values of \(table).\(other) into \(place), \(inRows),"
    case .filledWithName: "puts the text '\(other)' into \(place), \(inRows),"
    case .renumbered: "gives \(rows) of \(table) different keys"
    case .rewritten: "changes \(values)"
    case .merged: "overwrites \(values) with values of \(self.other ?? "another column")"
    case .storageClassChanged: "converts \(values) to another type"
    case .filled: "replaces \(count) NULL of \(place) by a value"
    case .sequenceLost: "lets AUTOINCREMENT assign keys of deleted rows of \(table) again"
    }
  }

  /// Why, as far as it is known.
  fileprivate var reason: String {
    if kind == .notCopied { return ": a copy does not name the column" }
    if kind == .renumbered { return ": \(other ?? "a table that refers to them") now refers to different rows" }
    if let clauses = copyClauses?.joined(separator: ", ") {
      if kind == .rowsLeftOut { return ": \(clauses) in the copy selects other rows" }
      return nullColumns.map { ": \(clauses) in the copy leaves out rows with NULL in \($0.joined(separator: " or "))" }
        ?? ": \(clauses) in the copy leaves them out"
    }
    guard let onDelete else { return "" }
    let all = parents ?? parent.map { [$0] } ?? []
    return ": ON DELETE \(onDelete) applies when their rows of \(all.joined(separator: " or ")) are deleted"
  }

  fileprivate func help(for finding: Finding) -> Help? {
    if finding.isOfStage {
      return
        "if the stage does this on purpose, accept it with a waiver (schemaledger help waivers); if no store has been migrated by it yet, correct it"
    }
    return switch kind {
    case .rowsLost where onDelete != nil, .becameNull where onDelete != nil, .becameConstant where onDelete != nil:
      "DROP TABLE first deletes all rows, and PRAGMA foreign_keys = OFF has no effect within a transaction: set it before the transaction begins"
    case .rowsLost where copyClauses != nil, .rowsNotSelected:
      "select these rows as well; if they are meant to go, say so with a DELETE before the copy, or set values: report in \(Configuration.fileName)"
    case .rowsLost: "copy them into the new table (INSERT … SELECT) before the old one is dropped"
    case .moved: "name the columns on both sides of INSERT … SELECT, in the same order"
    case .filledWithName:
      "no such column exists, so SQLite reads \"\(other ?? "")\" as a string: correct the column's name"
    case .notCopied: "name the column on both sides of INSERT … SELECT"
    case .notMoved: "store each value before the column is dropped; if these are meant to go, set them to NULL first"
    case .becameConstant: "an UPDATE without WHERE, or a literal in a copy, overwrites every row: restrict it"
    case .storageClassNew:
      "store values of the column's type; if the type is meant to change, declare it and write the conversion: CAST(… AS \((other ?? "text").uppercased()))"
    case .storageClassLost, .digitsLost: "keep the type, or convert only the values that can be converted"
    case .becameNull: "copy the values, or drop the column"
    case .renumbered: "name \(finding.column ?? "the key") on both sides of INSERT … SELECT"
    case .sequenceLost: "before the old table is dropped, copy its row of sqlite_sequence for the new table"
    case .rewritten, .merged, .rowsLeftOut, .storageClassChanged, .filled:
      "if this is intended, set values: report in \(Configuration.fileName)"
    case .truncated: "keep the whole text, or drop the column"
    case .tableDropped, .columnDropped, .rowsDeleted: nil
    }
  }
}

extension Finding {
  package static func dataChange(_ version: String, _ change: DataChange, path: String?) -> Finding {
    let facts = RowChange(change)
    let kind: any RowFinding =
      switch change.kind {
      case .tableDropped, .rowsDeleted, .rowsLost, .rowsNotSelected, .rowsLeftOut: RowsLost(facts)
      case .moved: ValuesMoved(facts)
      case .filledWithName: FilledWithName(facts)
      case .columnDropped, .becameNull, .truncated, .digitsLost, .storageClassLost, .storageClassNew, .becameConstant,
        .notCopied, .notMoved, .renumbered, .rewritten, .merged, .storageClassChanged, .filled, .sequenceLost:
        ValuesLost(facts)
      }
    return Finding(kind).with(path: path).about(change, version)
  }

  func about(_ change: DataChange, _ version: String) -> Finding {
    var finding = with(version: version)
    (finding.object, finding.column, finding.samples) = (change.table.text, change.column?.text, change.samples)
    return finding
  }

  /// The finding about rows that changed; `nil` for any other.
  package var rowChange: RowChange? { (kind as? any RowFinding)?.change }
}
