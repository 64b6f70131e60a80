internal import SQLiteSyntax

/// References that the pending migrations rely on: foreign keys that a later version declares, and the columns by which a
/// statement joins two tables. Applications maintain them before a schema declares them.
struct LaterReferences {
  fileprivate struct Candidate: Hashable {
    let table: Identifier
    let columns: [Identifier]
    let parent: Identifier
    let key: [Identifier]
    var prefix = ""
    /// Whether the two tables were joined, so that either of them may be the parent.
    var isJoin = false
    /// Whether only a migration that no released version has relies on it.
    var isNew = false

    /// Whether a foreign key of a later version declares it.
    var isDeclared: Bool { !isJoin && prefix.isEmpty }
  }

  private var candidates: [Candidate] = []
  /// The previous names of tables and columns that the statements rename, by name.
  private var tableNames: [Identifier: Identifier] = [:]
  private var columnNames: [Identifier: [Identifier]] = [:]

  /// Reads statements that a database has not run yet.
  ///
  /// - Parameter unreleased: those of them that no released version has.
  init(_ pending: [[Token]], unreleased: Set<[Token]> = []) {
    for statement in pending {
      readRename(statement)
      if PendingWrites.declaresTable(statement) {
        readKeys(statement, isNew: unreleased.contains(statement))
      } else if statement.contains(where: { $0.isKeyword("JOIN") || $0.isKeyword("SELECT") }) {
        readJoins(statement)
      }
    }
  }

  /// Adds the references to the tables that exist already.
  func add(to tables: inout [Identifier: PopulatedTable]) {
    for candidate in candidates.uniqued {
      guard
        let (table, reference) = reference(candidate, tables)
          ?? (candidate.isJoin ? reference(candidate.turned, tables) : nil)
      else { continue }
      let references = tables[table]?.references ?? []
      let known = references.firstIndex {
        $0.columns == reference.columns
          || ($0.isImplied && $0.columns.count > 1 && reference.columns.count > 1
            && $0.columns.contains(where: reference.columns.contains))
      }
      if known == nil {
        tables[table]?.references.append(reference)
      } else if let known, candidate.isNew, references[known].isImplied {
        tables[table]?.references[known].isLoose = true
      }
    }
    for name in tables.keys.sorted() { shareParents(of: name, &tables) }
  }

  /// Lets the columns of a parent refer to what the equal columns of its children refer to: if a login and its credential
  /// are joined on their network, the network of each exists.
  private func shareParents(of name: Identifier, _ tables: inout [Identifier: PopulatedTable]) {
    guard let table = tables[name] else { return }
    for joined in table.references where joined.isImplied && joined.columns.count > 1 {
      let parent = joined.parent
      for (column, key) in zip(joined.columns, joined.parentColumns) {
        guard let position = tables[parent]?.column(named: key),
          let shared = table.references.first(where: { $0.columns == [column] && $0.parent != parent }),
          tables[parent]?.references.contains(where: { $0.columns.contains(position) }) == false,
          tables[parent]?.columns[position].keyPosition == 0
        else { continue }
        tables[parent]?.references.append(
          PopulatedTable.Reference(
            columns: [position], parent: shared.parent, parentColumns: shared.parentColumns, isImplied: true))
      }
    }
  }

  private func reference(
    _ candidate: Candidate, _ tables: [Identifier: PopulatedTable]
  ) -> (Identifier, PopulatedTable.Reference)? {
    guard let child = existing(candidate.table, tables), let parent = existing(candidate.parent, tables),
      let table = tables[child], let other = tables[parent]
    else { return nil }
    let columns = candidate.columns.compactMap { position(of: $0, table) }
    let key = (candidate.key.isEmpty ? other.primaryKey : candidate.key).compactMap { position(of: $0, other) }
    guard !columns.isEmpty, columns.count == candidate.columns.count, key.count == columns.count,
      Set(columns).count == columns.count,
      other.keys.contains(where: { !$0.isPartial && !$0.columns.isEmpty && $0.columns.allSatisfy(key.contains) })
        || candidate.isNamedAfterKey(of: other.name),
      zip(columns, key).allSatisfy({ Self.agree(table.columns[$0], other.columns[$1]) }),
      columns.allSatisfy({ table.columns[$0].isSettable && table.columns[$0].facts.words == nil })
    else { return nil }
    // Of two tables with a common key, neither is known to be the parent.
    if candidate.isJoin, table.isUnique(columns) { return nil }
    var reference = PopulatedTable.Reference(
      columns: columns, parent: other.name, parentColumns: key.map { other.columns[$0].name }, isImplied: true)
    reference.prefix = candidate.prefix
    let isDeclared = candidates.contains { other in
      other.isDeclared && !other.isNew && other.table == candidate.table
        && !Set(other.columns).isDisjoint(with: candidate.columns)
    }
    reference.isLoose = !isDeclared && !table.references.contains { $0.columns.contains(where: columns.contains) }
    return (child, reference)
  }

  private static func agree(_ column: PopulatedTable.Column, _ other: PopulatedTable.Column) -> Bool {
    (column.affinity == .integer) == (other.affinity == .integer)
  }

  /// The name that a table has today.
  private func existing(_ name: Identifier, _ tables: [Identifier: PopulatedTable]) -> Identifier? {
    if tables[name] != nil { return name }
    var previous = name
    for _ in 0..<4 {
      guard let earlier = tableNames[previous] else { break }
      previous = earlier
      if tables[previous] != nil { return previous }
    }
    return Self.table(likeNamed: name, in: tables)
  }

  private func position(of name: Identifier, _ table: PopulatedTable) -> Int? {
    table.column(named: name) ?? (columnNames[name] ?? []).lazy.compactMap { table.column(named: $0) }.first
  }

  /// The table whose name is part of another name, as in `_users_old` or `users_new`; of several, the one with the
  /// longest name.
  static func table(likeNamed name: Identifier, in tables: [Identifier: PopulatedTable]) -> Identifier? {
    let rest: Set<String> = ["", "new", "old", "tmp", "temp", "temporary", "backup", "bak", "copy", "v2", "2"]
    let folded = name.folded
    return tables.filter { key, _ in
      guard let range = folded.firstRange(of: key.folded) else { return false }
      let around = folded[..<range.lowerBound] + "_" + folded[range.upperBound...]
      return around.split(separator: "_").allSatisfy { rest.contains(String($0)) }
    }.max { ($0.key.folded.count, $1.key) < ($1.key.folded.count, $0.key) }?.value.name
  }

  // MARK: Reading

  private mutating func readRename(_ tokens: [Token]) {
    guard tokens.count > 5, tokens[0].isKeyword("ALTER"), let table = Vocabulary.name(tokens[2]),
      let rename = tokens.firstIndex(where: { $0.isKeyword("RENAME") }),
      let to = tokens.lastIndex(where: { $0.isKeyword("TO") }), to + 1 < tokens.count,
      let name = Vocabulary.name(tokens[to + 1])
    else { return }
    if to == rename + 1 {
      tableNames[name] = table
    } else if let column = Vocabulary.name(tokens[to - 1]) {
      columnNames[name, default: []].append(column)
    }
  }

  private mutating func readKeys(_ tokens: [Token], isNew: Bool) {
    guard tokens.contains(where: { $0.isKeyword("REFERENCES") }) else { return }
    guard let statement = Self.parsed(tokens) else { return }
    func add(_ columns: [Identifier], _ clause: ForeignKeyClause) {
      candidates.append(
        Candidate(
          table: statement.name, columns: columns, parent: clause.table,
          key: clause.columns, isNew: isNew))
    }
    for column in statement.columns {
      for case .foreignKey(_, let clause) in column.constraints.map(\.rule) { add([column.name], clause) }
    }
    for case .foreignKey(let columns, let clause) in statement.constraints.map(\.rule) { add(columns, clause) }
  }

  private static func parsed(_ tokens: [Token]) -> TableStatement? {
    var parser = Parser(tokens: tokens)
    return try? parser.createTable()
  }

  /// Reads `a.x = b.y` and `a.x = 'prefix/' || b.y`, in which `a` and `b` are tables or their aliases.
  private mutating func readJoins(_ tokens: [Token]) {
    let aliases = Self.aliases(tokens)
    guard aliases.count > 1 else { return }
    /// The equal columns of each pair of tables.
    var pairs: [[Identifier]: [(Identifier, Identifier)]] = [:]
    for index in tokens.indices where tokens[index].isPunctuation("=") {
      var right = index + 1
      var prefix = ""
      if right + 1 < tokens.count, tokens[right].kind == .string, tokens[right + 1].isPunctuation("||") {
        prefix = tokens[right].text
        right += 2
      }
      guard index >= 3, let (table, column) = Self.column(tokens, index - 3, aliases),
        let (other, key) = Self.column(tokens, right, aliases),
        tokens[index - 3].identifier != tokens[right].identifier
      else { continue }
      if prefix.isEmpty {
        pairs[[table, other], default: []].append((column, key))
      } else {
        candidates.append(Candidate(table: table, columns: [column], parent: other, key: [key], prefix: prefix))
      }
    }
    for (tables, columns) in pairs.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      candidates.append(
        Candidate(table: tables[0], columns: columns.map(\.0), parent: tables[1], key: columns.map(\.1), isJoin: true))
    }
  }

  private static func column(
    _ tokens: [Token], _ start: Int, _ aliases: [Identifier: Identifier]
  ) -> (Identifier, Identifier)? {
    guard start + 2 < tokens.count, tokens[start + 1].isPunctuation("."), let alias = Vocabulary.name(tokens[start]),
      let table = aliases[alias], let column = Vocabulary.name(tokens[start + 2])
    else { return nil }
    return (table, column)
  }

  /// The tables of a statement by their aliases and names.
  private static func aliases(_ tokens: [Token]) -> [Identifier: Identifier] {
    var aliases: [Identifier: Identifier] = [:]
    for index in tokens.indices.dropLast() {
      guard ["FROM", "JOIN", "UPDATE"].contains(where: tokens[index].isKeyword),
        let table = Vocabulary.name(tokens[index + 1])
      else { continue }
      aliases[table] = table
      var next = index + 2
      if next < tokens.count, tokens[next].isKeyword("AS") { next += 1 }
      if next < tokens.count, let alias = Vocabulary.name(tokens[next]) { aliases[alias] = table }
    }
    return aliases
  }
}

extension LaterReferences.Candidate {
  /// Whether the column's name consists of those of the parent and its column: `blob_hash` refers to the `hash` of `blobs`,
  /// even if no key says that it is unique.
  fileprivate func isNamedAfterKey(of parent: Identifier) -> Bool {
    guard isJoin, columns.count == 1, key.count == 1 else { return false }
    return ImpliedReference.isNamed(columns[0], after: parent, and: key[0])
  }

  /// The same columns, with the other table as the parent.
  fileprivate var turned: Self { Self(table: parent, columns: key, parent: table, key: columns, isJoin: true) }
}

extension RowValue {
  /// The value as text, as the operator `||` converts it.
  var text: String {
    switch self {
    case .text(let text): text
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .null, .blob: ""
    }
  }
}
