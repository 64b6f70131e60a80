internal import SQLiteSyntax

/// The two forms of canonical text.
///
/// What a clause declares may apply without it as well: `COLLATE BINARY`, `DEFAULT NULL`, and the columns of a parent in
/// `REFERENCES p (id)` if they are its primary key. `schema.sql` has such a clause if it was declared, so that the
/// digests of frozen entries remain valid; the comparison and the shape ignore it.
enum CanonicalForm {
  /// As it was declared, for `schema.sql`.
  case declared
  /// The same text for everything that has the same effect, for comparisons.
  case effective
}

extension CanonicalTable.Column {
  /// The default. `DEFAULT NULL` has the effect of no default; only the pragmas distinguish them.
  func defaultValue(_ form: CanonicalForm) -> CanonicalText? {
    form == .effective && defaultValue?.text == "NULL" ? nil : defaultValue
  }

  /// The collation.
  ///
  /// > If there is no COLLATE clause … the default collation function, BINARY, is used.
  /// https://www.sqlite.org/datatype3.html#assigning_collating_sequences_from_sql
  func collation(_ form: CanonicalForm) -> CanonicalText? {
    form == .effective && collation == CanonicalTable.defaultCollation ? nil : collation
  }
}

extension CanonicalTable {
  fileprivate static let defaultCollation = CanonicalPrinter.collation("BINARY")

  func uniques(_ form: CanonicalForm) -> [CanonicalText] { form == .declared ? uniques : effectiveUniques }

  /// The texts of the foreign keys, in the order that matters for this form.
  func foreignKeys(_ form: CanonicalForm) -> [CanonicalText] {
    form == .declared ? foreignKeys.map(\.text) : Self.ordered(foreignKeys, by: \.effective).map(\.effective)
  }

  /// The foreign keys of which `other` has neither the text nor the effect.
  func foreignKeys(missingIn other: CanonicalTable) -> [ForeignKey] {
    let texts = Set(other.foreignKeys.map(\.text))
    let effects = Set(other.foreignKeys.map(\.effective))
    return foreignKeys.filter { !texts.contains($0.text) && !effects.contains($0.effective) }
  }

  /// The collations of columns, by their names.
  static func collations(of columns: [Column]) -> [Identifier: CanonicalText] {
    let collations = columns.map { ($0.name, $0.collation ?? defaultCollation) }
    return Dictionary(collations) { first, _ in first }
  }

  /// The columns of the primary key, as a foreign key names them; `nil` if a foreign key that names them could behave
  /// differently from one that does not.
  ///
  /// > … the parent key columns … must be subject to a UNIQUE constraint … using the collation sequences that are
  /// > specified in the CREATE TABLE statement for the parent table.
  /// https://www.sqlite.org/foreignkeys.html#fk_indexes
  /// A primary key with a collation of its own does not fulfil this.
  fileprivate var keyNames: [CanonicalText]? {
    guard let elements = primaryKey?.effectiveColumns else { return nil }
    let names = elements.compactMap { element in
      columns.first { element.isKeyColumn($0) }.map { CanonicalText(name: $0.name) }
    }
    return names.count == elements.count && Set(names).count == names.count ? names : nil
  }
}

extension CanonicalTable.PrimaryKey {
  func columns(_ form: CanonicalForm) -> [CanonicalText] { form == .declared ? columns : effectiveColumns }
}

extension IndexedColumn {
  /// The element without its collation, if its column has this collation anyway.
  ///
  /// - Parameter collations: the collations of the columns, by their names.
  func without(_ collations: [Identifier: CanonicalText]) -> IndexedColumn {
    guard let collation, case .name(let parts) = expression, parts.count == 1,
      collations[parts[0].identifier] == CanonicalPrinter.collation(collation)
    else { return self }
    return IndexedColumn(expression: expression, collation: nil, isDescending: isDescending)
  }
}

extension CanonicalSchema {
  /// The collations of all columns, by the names of the table and of the column.
  var collations: [Identifier: [Identifier: CanonicalText]] {
    let collations = tables.map { ($0.name, CanonicalTable.collations(of: $0.columns)) }
    return Dictionary(collations) { first, _ in first }
  }

  /// Adds the columns of the parent to the effective form of each foreign key that leaves them out. If the parent is not
  /// in the schema, they are not known.
  mutating func nameParentColumns() {
    let keys = Dictionary(tables.map { ($0.name, $0.keyNames) }) { first, _ in first }
    for index in tables.indices {
      tables[index].foreignKeys = tables[index].foreignKeys.map { foreignKey in
        guard let sides = foreignKey.sides, let key = keys[sides.parent] ?? nil else { return foreignKey }
        var complete = foreignKey
        complete.effective = sides.before + " (" + key.joined(separator: ", ") + ")" + sides.behind
        return complete
      }
    }
  }
}
