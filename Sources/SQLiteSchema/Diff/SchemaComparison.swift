internal import SQLiteSyntax

/// Compares two schemas and collects their differences.
struct SchemaComparison {
  private(set) var changes: [SchemaChange] = []

  mutating func compare(_ before: CanonicalSchema, _ after: CanonicalSchema) {
    for (old, new) in pairs(before.tables, after.tables, name: \.name) {
      switch (old, new) {
      case (let old?, let new?): compare(old, new)
      default: add(.table, old.map { _ in "table" }, new.map { _ in "table" }, at: (new ?? old)?.name ?? "")
      }
    }
    compare(.virtual, before.virtualTables, after.virtualTables)
    compare(.index, before.indexes, after.indexes)
    compare(.view, before.views, after.views)
    compare(.trigger, before.triggers, after.triggers)
    compareDependents(.view, before.views, after.views)
    compareDependents(.trigger, before.triggers, after.triggers)
  }

  /// Records the views and triggers that use columns by position, if the columns of their tables are in a different
  /// order.
  private mutating func compareDependents(
    _ part: SchemaChange.Kind.Part, _ before: [CanonicalObject], _ after: [CanonicalObject]
  ) {
    let orders = Dictionary(
      changes.filter { $0.kind == .init(.columns, .reordered) }.map { ($0.object, $0) },
      uniquingKeysWith: { first, _ in first })
    for (old, new) in pairs(before, after, name: \.name) {
      guard let old, let new, old.statement == new.statement,
        let order = new.positionalTables.sorted().compactMap({ orders[$0] }).first,
        !changes.contains(where: { $0.kind == .init(part, .changed) && $0.object == new.name })
      else { continue }
      add(
        part, "columns of \(order.object) by position: \(order.before ?? "")",
        "columns of \(order.object) by position: \(order.after ?? "")", at: new.name)
    }
  }

  // MARK: Recording

  private mutating func record(
    _ part: SchemaChange.Kind.Part, _ aspect: SchemaChange.Kind.Aspect?, _ verdict: Verdict, _ object: Identifier,
    _ column: Identifier? = nil, _ before: String? = nil,
    _ after: String? = nil
  ) {
    changes.append(
      SchemaChange(
        kind: .init(part, aspect), verdict: verdict, object: object, column: column, before: before, after: after))
  }

  /// Records `kind.added`, `kind.removed` or `kind.changed`.
  private mutating func add(
    _ part: SchemaChange.Kind.Part, _ before: String?, _ after: String?, at object: Identifier,
    _ column: Identifier? = nil
  ) {
    record(part, before == nil ? .added : after == nil ? .removed : .changed, .changed, object, column, before, after)
  }

  private mutating func compare(
    _ part: SchemaChange.Kind.Part, _ aspect: SchemaChange.Kind.Aspect?, _ before: CanonicalText?,
    _ after: CanonicalText?, at object: Identifier, _ column: Identifier? = nil, unless isSame: Bool = false
  ) {
    guard before != after, !isSame else { return }
    record(part, aspect, .changed, object, column, before?.text, after?.text)
  }

  private mutating func compareSpelling(_ before: Identifier, _ after: Identifier, of object: Identifier? = nil) {
    guard !before.text.hasSameBytes(as: after.text) else { return }
    record(.spelling, nil, .cosmetic, object ?? before, object == nil ? nil : before, before.text, after.text)
  }

  private mutating func compareText(_ before: String, _ after: String, of object: Identifier) {
    guard !before.hasSameBytes(as: after) else { return }
    record(.text, nil, .cosmetic, object)
  }

  // MARK: Indexes, views, triggers, virtual tables

  private mutating func compare(
    _ part: SchemaChange.Kind.Part, _ before: [CanonicalObject], _ after: [CanonicalObject]
  ) {
    for (old, new) in pairs(before, after, name: \.name) {
      guard let old, let new else {
        add(part, old?.statement.text, new?.statement.text, at: (new ?? old)?.name ?? "")
        continue
      }
      let count = changes.count
      if old.effective != new.effective { add(part, old.statement.text, new.statement.text, at: new.name) }
      compareSpelling(old.name, new.name)
      compareResolvedColumns(part, old, new)
      if changes.count == count { compareText(old.storedSQL, new.storedSQL, of: new.name) }
    }
  }

  private mutating func compareResolvedColumns(
    _ part: SchemaChange.Kind.Part, _ old: CanonicalObject, _ new: CanonicalObject
  ) {
    guard old.statement == new.statement, old.resolvedColumns != new.resolvedColumns else { return }
    let before = old.resolvedColumns
    let after = new.resolvedColumns
    if before?.sorted() != after?.sorted() {
      add(part, Self.list(old.resolvedColumns), Self.list(new.resolvedColumns), at: new.name)
    } else if let before, let after, before != after {
      // This is a result of the order of the tables' columns; any other cause is recorded as a change of its own.
      record(
        .columns, .reordered, .reordered, new.name, nil, before.map(\.folded).joined(separator: ", "),
        after.map(\.folded).joined(separator: ", "))
    }
  }

  private static func list(_ columns: [Identifier]?) -> String {
    columns.map { "(" + $0.map(Keyword.quote).joined(separator: ", ") + ")" } ?? "(not resolved)"
  }

  // MARK: Tables

  private mutating func compare(_ old: CanonicalTable, _ new: CanonicalTable) {
    if old.isSame(as: new) { return }
    let count = changes.count
    compareSpelling(old.name, new.name)
    if old.opaque != nil || new.opaque != nil {
      compareOpaque(old, new)
    } else {
      compareColumns(old, new)
      compare(
        .primaryKey, nil, old.primaryKey?.description, new.primaryKey?.description, at: new.name,
        unless: old.primaryKey?.description(.effective) == new.primaryKey?.description(.effective))
      compareRowidAlias(old, new)
      compareSets(.unique, old.effectiveUniques, new.effectiveUniques, at: new.name)
      compareSets(.check, old.checks, new.checks, at: new.name)
      compareForeignKeys(old, new)
      compare(
        .table, .strict, Self.option("STRICT", old.isStrict), Self.option("STRICT", new.isStrict), at: new.name)
      compare(
        .table, .withoutRowid, Self.option("WITHOUT ROWID", old.isWithoutRowid),
        Self.option("WITHOUT ROWID", new.isWithoutRowid), at: new.name)
    }
    if changes.count == count { compareText(old.storedSQL, new.storedSQL, of: new.name) }
  }

  private static func option(_ text: String, _ isSet: Bool) -> CanonicalText? {
    isSet ? CanonicalText(plain: text) : nil
  }

  private mutating func compareOpaque(_ old: CanonicalTable, _ new: CanonicalTable) {
    let before = CanonicalText(plain: old.opaque?.text ?? old.sql)
    let after = CanonicalText(plain: new.opaque?.text ?? new.sql)
    if before != after { add(.table, before.text, after.text, at: new.name) }
  }

  private mutating func compareColumns(_ old: CanonicalTable, _ new: CanonicalTable) {
    for (before, after) in pairs(old.columns, new.columns, name: \.name) {
      guard let before, let after else {
        let name = (after ?? before)?.name ?? ""
        add(.column, before?.definition.text, after?.definition.text, at: new.name, name)
        continue
      }
      compareSpelling(before.name, after.name, of: new.name)
      compare(.column, .type, Self.type(before), Self.type(after), at: new.name, after.name)
      compare(.column, .notNull, before.notNull, after.notNull, at: new.name, after.name)
      compare(
        .column, .defaultValue, before.defaultValue, after.defaultValue, at: new.name, after.name,
        unless: before.defaultValue(.effective) == after.defaultValue(.effective))
      compare(
        .column, .collation, before.collation, after.collation, at: new.name, after.name,
        unless: before.collation(.effective) == after.collation(.effective))
      compare(.column, .generated, before.generated, after.generated, at: new.name, after.name)
    }
    compareOrder(old, new)
  }

  private static func type(_ column: CanonicalTable.Column) -> CanonicalText? {
    column.type.isEmpty ? nil : CanonicalText(plain: column.type)
  }

  /// Records a different order of the columns that both tables have.
  private mutating func compareOrder(_ old: CanonicalTable, _ new: CanonicalTable) {
    let oldNames = old.columns.map(\.name)
    let newNames = new.columns.map(\.name)
    let before = oldNames.filter(Set(newNames).contains)
    let after = newNames.filter(Set(oldNames).contains)
    guard before != after else { return }
    record(
      .columns, .reordered, .reordered, new.name, nil, Self.list(old.columns), Self.list(new.columns))
  }

  private static func list(_ columns: [CanonicalTable.Column]) -> String {
    columns.map { Keyword.quote($0.name) }.joined(separator: ", ")
  }

  /// Records two keys that read the same, of which only one is the rowid. `INTEGER PRIMARY KEY` and `INT PRIMARY KEY`
  /// differ in the column's type, which is recorded there.
  private mutating func compareRowidAlias(_ old: CanonicalTable, _ new: CanonicalTable) {
    guard let before = old.primaryKey, let after = new.primaryKey,
      before.description(.effective) == after.description(.effective),
      before.isRowidAlias != after.isRowidAlias, old.isWithoutRowid == new.isWithoutRowid,
      !changes.contains(where: { $0.object == new.name && $0.kind == .init(.column, .type) })
    else { return }
    let names = [before, after].map { $0.description.text + ($0.isRowidAlias ? " rowid" : "") }
    record(.primaryKey, nil, .changed, new.name, nil, names[0], names[1])
  }

  private mutating func compareSets(
    _ part: SchemaChange.Kind.Part, _ old: [CanonicalText], _ new: [CanonicalText], at object: Identifier
  ) {
    let before = Set(old)
    let after = Set(new)
    for text in old where !after.contains(text) { add(part, text.text, nil, at: object) }
    for text in new where !before.contains(text) { add(part, nil, text.text, at: object) }
    if before == after { compareSequence(part, old, new, at: object) }
  }

  /// Records a different order of constraints. Constraints are not sorted if their order affects behaviour: see
  /// `CanonicalTable.ordered`.
  private mutating func compareSequence(
    _ part: SchemaChange.Kind.Part, _ old: [CanonicalText], _ new: [CanonicalText], at object: Identifier
  ) {
    guard old != new else { return }
    record(
      part, .reordered, .changed, object, nil, old.map(\.text).joined(separator: ", "),
      new.map(\.text).joined(separator: ", "))
  }

  private mutating func compareForeignKeys(_ old: CanonicalTable, _ new: CanonicalTable) {
    var before = Dictionary(grouping: old.foreignKeys(missingIn: new), by: \.key)
    let after = Dictionary(grouping: new.foreignKeys(missingIn: old), by: \.key)
    let isSame = before.isEmpty && after.isEmpty
    for (key, added) in after {
      let removed = before.removeValue(forKey: key) ?? []
      for index in 0..<max(added.count, removed.count) {
        add(
          .foreignKey, index < removed.count ? removed[index].text.text : nil,
          index < added.count ? added[index].text.text : nil, at: new.name)
      }
    }
    for foreignKey in before.values.joined() { add(.foreignKey, foreignKey.text.text, nil, at: new.name) }
    if isSame, old.foreignKeys(.effective) != new.foreignKeys(.effective) {
      compareSequence(.foreignKey, old.foreignKeys(.declared), new.foreignKeys(.declared), at: new.name)
    }
  }
}

/// The elements of both lists, matched by `name`, in the order of the names.
private func pairs<Element>(
  _ before: [Element], _ after: [Element], name: (Element) -> Identifier
) -> [(Element?, Element?)] {
  let old = Dictionary(before.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
  let new = Dictionary(after.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
  return Set(old.keys).union(new.keys).sorted().map { (old[$0], new[$0]) }
}
