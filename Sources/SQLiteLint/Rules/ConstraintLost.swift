internal import Findings
internal import SQLiteSchema
internal import SQLiteSyntax

extension LintRule {
  /// > Use CREATE TABLE to construct a new table "new_X" that is in the desired revised format of table X.
  ///
  /// https://www.sqlite.org/lang_altertable.html#making_other_kinds_of_table_schema_changes
  static let constraintLost = LintRule(
    "SL424", "Constraint lost in a table rebuild", "constraint-lost", .warning
  ) { trace in
    // A table whose rows are not copied is another one.
    trace.rebuilds.filter { rebuild in
      !rebuild.copies.isEmpty && !rebuild.isMadeByQuery && !trace.unreleased.contains(rebuild.old.name)
    }.compactMap { rebuild in
      let comparison = RebuiltConstraints(rebuild, of: trace.users.table(rebuild.old.name), trace)
      // Nobody rebuilds a table without a reason, and SQLite can drop a constraint in no other way. The same held for a
      // column for long, so that one which is left out may be the reason.
      guard comparison.hasOtherChanges || !comparison.forgotten.isEmpty && !comparison.lost.isEmpty else { return nil }
      let lost = comparison.forgotten.map { "the column \($0.text)" } + comparison.lost
      guard !lost.isEmpty else { return nil }
      // Rebuilds are often made so that a column can be NULL, among others.
      let isRelaxed = lost.count == comparison.lostNotNull.count
      return LintFinding(
        rebuild.creation, ConstraintLost(table: rebuild.old.name.text, constraints: lost), object: rebuild.old.name,
        severity: isRelaxed ? .note : .warning)
    }
  }
}

struct ConstraintLost: LintViolation {
  let table: String
  /// The constraints, each after the column that has it.
  let constraints: [String]

  static var rule: LintRule { .constraintLost }
  var message: String { "the new \(table) lacks what the old one has: \(constraints.joined(separator: ", "))" }
  var help: Help { "declare \(constraints.count == 1 ? "it" : "them") in the new table, too" }
}

extension Rebuild {
  /// Whether CREATE TABLE AS made the new table, which has no constraint at all.
  fileprivate var isMadeByQuery: Bool {
    if case .create(let creation) = creation.action { creation.query != nil } else { false }
  }
}

/// The constraints of a table before and after it was rebuilt.
private struct RebuiltConstraints {
  private let old: SchemaState.Table
  private let new: SchemaState.Table
  private let end: SchemaState
  /// The column of the new table that has the values of one of the old, by its name.
  private let successors: [Identifier: TableStatement.Column]
  /// The columns that the copy changes.
  private let converted: Set<Identifier>
  /// The columns that the new table lacks although no word of the migration is about them: it was probably written before
  /// another one added them.
  let forgotten: [Identifier]

  /// - Parameter users: the table that users have, which lacks what an earlier script of the same release added.
  init(_ rebuild: Rebuild, of users: SchemaState.Table?, _ trace: ScriptTrace) {
    (old, new, end) = (users ?? rebuild.old, rebuild.new, trace.end)
    var successors: [Identifier: TableStatement.Column] = [:]
    var converted: Set<Identifier> = []
    for column in old.columns {
      let copied = rebuild.new.columns.filter { new in
        rebuild.copies.contains { $0.source(of: new.name, in: rebuild.new) == column.name }
      }
      let sameName = rebuild.new.column(column.name)
      successors[column.name] = copied.first { $0.name == column.name } ?? copied.first ?? sameName
      if copied.isEmpty, sameName != nil, !column.isGenerated { converted.insert(column.name) }
    }
    self.successors = successors
    self.converted = converted
    let released = Set(old.columns.map(\.name))
    forgotten = rebuild.old.columns.map(\.name).filter { name in
      released.contains(name) && successors[name] == nil && !trace.isAbout(name)
    }
  }

  private func successors(of columns: some Collection<Identifier>) -> Set<Identifier>? {
    let names = columns.compactMap { successors[$0]?.name }
    return names.count == columns.count ? Set(names) : nil
  }

  var lost: [String] { lostNotNull + lostOfColumns + lostKeys + lostChecks + lostReferences }

  var lostNotNull: [String] {
    old.columns.compactMap { column in
      guard let now = successors[column.name], column.isNotNull, !now.isNotNull, !new.isKeyColumn(now.name),
        !isChecked(now.name)
      else { return nil }
      return "NOT NULL of \(column.name.text)"
    }
  }

  private var lostOfColumns: [String] {
    old.columns.flatMap { column -> [String] in
      guard let now = successors[column.name] else { return [] }
      var lost: [String] = []
      func add(_ text: String) { lost.append("\(text) of \(column.name.text)") }
      // A default of another type would not fit.
      if let value = column.defaultValue, value != .literal("NULL"), now.defaultValue == nil, !now.isGenerated,
        column.affinity == now.affinity
      {
        add("DEFAULT " + CanonicalPrinter.both(.unknown) { $0.write(value) }.text)
      }
      if let collation = column.collation, collation != "BINARY", now.collation == nil {
        add("COLLATE \(collation.text)")
      }
      if column.isGenerated, !now.isGenerated { add("the generated value") }
      return lost
    }
  }

  /// The keys of the new table that are not those of the old one.
  private var newKeys: [Set<Identifier>] {
    let former = end.uniqueKeys(of: old).compactMap(successors)
    return end.uniqueKeys(of: new).filter { !former.contains($0) }
  }

  private var lostKeys: [String] {
    old.uniqueConstraints.filter { $0 != old.primaryKey.map(Set.init) }.compactMap { key in
      guard let columns = successors(of: key), !end.isKey(columns, of: new),
        !newKeys.contains(where: { !$0.isDisjoint(with: columns) }),
        !end.indexes(on: new.name).contains(where: { $0.statement?.isUnique == true && $0.mentions(columns) })
      else { return nil }
      return "UNIQUE (\(old.columns.map(\.name).filter(key.contains).map(\.text).joined(separator: ", ")))"
    }
  }

  private func isChecked(_ column: Identifier) -> Bool {
    new.checks.contains { Tokenizer.tokens(of: Self.text($0).text).mention(column) }
  }

  private static func text(_ check: Expression) -> CanonicalText { CanonicalPrinter.both(.unknown) { $0.write(check) } }

  private var lostChecks: [String] {
    let former = Set(old.checks.map { Self.text($0).folded })
    let now = new.checks.map(Self.text)
    let added = now.filter { !former.contains($0.folded) }
    return old.checks.map(Self.text).compactMap { check in
      if now.contains(where: { $0.folded == check.folded }) { return nil }
      let tokens = Tokenizer.tokens(of: check.text)
      let mentioned = old.columns.map(\.name).filter(tokens.mention)
      guard !mentioned.isEmpty, let columns = successors(of: mentioned),
        // STRICT takes the place of a check of types.
        !(new.statement?.isStrict == true && old.statement?.isStrict == false && check.folded.contains("typeof")),
        !added.contains(where: { other in columns.contains(where: Tokenizer.tokens(of: other.text).mention) }),
        // A table of the allowed values takes the place of a check.
        !new.foreignKeys.contains(where: { key in
          Set(key.columns) == columns && !old.foreignKeys.contains { $0.hasEqualParts(key) }
        })
      else { return nil }
      return "CHECK (\(check.text))"
    }
  }

  private var lostReferences: [String] {
    old.foreignKeys.compactMap { key in
      guard let columns = successors(of: key.columns), end.table(key.clause.table) != nil else { return nil }
      let names = key.columns.map(\.text).joined(separator: ", ")
      let now =
        new.foreignKeys.first { Set($0.columns) == columns }
        // The parent's key has another column now.
        ?? new.foreignKeys.first { other in
          columns.isSubset(of: other.columns) && other.clause.table == key.clause.table
            && !old.foreignKeys.contains { $0.hasEqualParts(other) }
        }
      guard let now else {
        return "FOREIGN KEY (\(names)) REFERENCES \(key.clause.table.text)"
      }
      guard now.clause.table == key.clause.table else { return nil }
      func action(_ event: String, _ before: String?, _ after: String?) -> String? {
        guard let before, before != "NO ACTION", after == nil else { return nil }
        return "\(event) \(before) of the foreign key (\(names))"
      }
      return action("ON DELETE", key.clause.onDelete, now.clause.onDelete)
        ?? action("ON UPDATE", key.clause.onUpdate, now.clause.onUpdate)
    }
  }

  /// Whether the new table differs in anything but what is ``lost``.
  var hasOtherChanges: Bool {
    let names = old.columns.map(\.name).filter { !forgotten.contains($0) }
    if successors.count < names.count || !converted.isEmpty { return true }
    if Set(successors.values.map(\.name)) != Set(new.columns.map(\.name)) { return true }
    if names.contains(where: { successors[$0]?.name != $0 }) { return true }
    if old.isAutoincrement != new.isAutoincrement || old.primaryKey != new.primaryKey { return true }
    if old.statement?.isStrict != new.statement?.isStrict { return true }
    if old.statement?.isWithoutRowid != new.statement?.isWithoutRowid { return true }
    if !newKeys.isEmpty { return true }
    let checks = Set(old.checks.map { Self.text($0).folded })
    if new.checks.contains(where: { !checks.contains(Self.text($0).folded) }) { return true }
    if new.foreignKeys.contains(where: { key in !old.foreignKeys.contains { $0.hasEqualParts(key) } }) { return true }
    return old.columns.contains { column in
      guard let now = successors[column.name] else { return !forgotten.contains(column.name) }
      return column.type != now.type || !column.isNotNull && now.isNotNull
        || now.defaultValue != nil && now.defaultValue != column.defaultValue
        || now.collation != nil && now.collation != column.collation || !column.isGenerated && now.isGenerated
    }
  }
}

extension ScriptTrace {
  /// Whether a statement has the name, or whether the title or a comment has its words.
  fileprivate func isAbout(_ name: Identifier) -> Bool {
    if steps.contains(where: { $0.tokens.mention(name) }) { return true }
    func words(_ text: some StringProtocol) -> Set<String> {
      Set(text.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init))
    }
    let wanted = words(name.text).subtracting(["id", "is", "has"])
    var comments = ""
    var end = 0
    let bytes = Array(script.utf8)
    for token in Tokenizer.tokens(of: script) {
      comments += String(decoding: bytes[end..<token.range.lowerBound], as: UTF8.self)
      end = token.range.upperBound
    }
    comments += String(decoding: bytes[end...], as: UTF8.self)
    return wanted.isSubset(of: words(title)) || wanted.isSubset(of: words(comments))
  }
}

extension SchemaState.Table.ForeignKey {
  /// Whether the other one has the same columns and the same or more actions.
  fileprivate func hasEqualParts(_ other: Self) -> Bool {
    columns == other.columns && clause.table == other.clause.table && clause.columns == other.clause.columns
      && [nil, clause.onDelete].contains(other.clause.onDelete)
      && [nil, clause.onUpdate].contains(other.clause.onUpdate)
  }
}

extension SchemaState.Index {
  fileprivate func mentions(_ columns: Set<Identifier>) -> Bool {
    let tokens = Tokenizer.tokens(of: sql)
    return columns.contains(where: tokens.mention)
  }
}
