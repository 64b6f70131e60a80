internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// The schema between two statements, including temporary tables.
///
/// A script has as many states as statements. They share what a statement does not change: the dictionaries are ``NamedObjects``,
/// and the objects are classes.
struct SchemaState: Sendable {
  final class Table: Sendable {
    let name: Identifier
    let isTemporary: Bool
    /// The parsed statement; `nil` for a virtual table, and if the parser does not understand it.
    let statement: TableStatement?
    /// The parsed statement of a virtual table; otherwise `nil`.
    let virtual: VirtualTableStatement?

    init(
      name: Identifier, isTemporary: Bool, statement: TableStatement?, virtual: VirtualTableStatement? = nil
    ) {
      (self.name, self.isTemporary, self.statement, self.virtual) = (name, isTemporary, statement, virtual)
    }
  }

  final class Index: Sendable {
    let name: Identifier
    let table: Identifier
    let statement: IndexStatement?
    let sql: String

    init(name: Identifier, table: Identifier, statement: IndexStatement?, sql: String) {
      (self.name, self.table, self.statement, self.sql) = (name, table, statement, sql)
    }
  }

  final class Trigger: Sendable {
    let name: Identifier
    let table: Identifier
    let sql: String
    let tokens: [Token]

    init(name: Identifier, table: Identifier, sql: String) {
      (self.name, self.table, self.sql) = (name, table, sql)
      tokens = Tokenizer.tokens(of: sql)
    }
  }

  struct View: Sendable {
    let name: Identifier
    let sql: String
  }

  /// The tables by name, like the objects below.
  var tables = NamedObjects<Table>()
  private(set) var indexes = NamedObjects<Index>()
  var triggers = NamedObjects<Trigger>()
  var views = NamedObjects<View>()
  /// The indexes of each table, in no order.
  private var indexesByTable = NamedObjects<[Index]>()
  /// The views and triggers that do not compile, with SQLite's messages.
  var failures: [CompilationFailure] = []

  func table(_ name: Identifier) -> Table? { tables[name] }

  mutating func add(_ index: Index) {
    if let other = indexes[index.name] { indexesByTable[other.table]?.removeAll { $0.name == other.name } }
    indexes[index.name] = index
    indexesByTable[index.table] = (indexesByTable[index.table] ?? []) + [index]
  }

  func indexes(on table: Identifier) -> [Index] {
    (indexesByTable[table] ?? []).sorted { $0.name < $1.name }
  }

  func triggers(on table: Identifier) -> [Trigger] {
    triggers.values.filter { $0.table == table }.sorted { $0.name < $1.name }
  }

  /// The tables, sorted by name.
  var sortedTables: [Table] { tables.values.sorted { $0.name < $1.name } }

  /// The foreign keys of other tables that refer to `parent`.
  func references(to parent: Identifier) -> [(child: Table, key: Table.ForeignKey)] {
    tables.values.filter { $0.name != parent }.flatMap { child in
      child.foreignKeys.filter { $0.clause.table == parent }.map { (child, $0) }
    }.sorted { $0.child.name < $1.child.name }
  }

  /// The sets of columns in which no two rows have the same values: keys, UNIQUE constraints, and unique indexes over
  /// all rows.
  func uniqueKeys(of table: Table) -> [Set<Identifier>] {
    let unique = indexes(on: table.name).compactMap { index -> Set<Identifier>? in
      guard let statement = index.statement, statement.isUnique, statement.condition == nil else { return nil }
      return statement.columnNames
    }
    return table.uniqueConstraints + unique
  }

  /// Whether no two rows of the table have the same values in these columns.
  func isKey(_ columns: Set<Identifier>, of table: Table) -> Bool {
    columns.contains(where: table.isRowid) || uniqueKeys(of: table).contains { $0.isSubset(of: columns) }
  }
}

extension IndexStatement {
  /// The folded names of the columns; `nil` if one of them is an expression.
  var columnNames: Set<Identifier>? { columns.columnNames.map(Set.init) }
}

extension [IndexedColumn] {
  /// The folded names of the columns before the first expression, in order.
  var leadingNames: [Identifier] { Array(prefix { [$0].columnNames != nil }).columnNames ?? [] }

  /// The folded names of the columns, in order; `nil` if one of them is an expression.
  var columnNames: [Identifier]? {
    let names = compactMap { column -> Identifier? in
      if case .name(let parts) = column.expression, parts.count == 1 { parts[0].identifier } else { nil }
    }
    return names.count == count ? names : nil
  }
}

extension SchemaState.Table {
  struct ForeignKey: Sendable {
    let columns: [Identifier]
    let clause: ForeignKeyClause
  }

  var columns: [TableStatement.Column] { statement?.columns ?? [] }

  func column(_ name: Identifier) -> TableStatement.Column? {
    columns.first { $0.name == name }
  }

  /// The columns that an INSERT can set, in order.
  var storedColumns: [TableStatement.Column] { columns.filter { !$0.isGenerated } }

  /// The columns of the primary key, as they were declared; `nil` if there is none.
  var primaryKey: [Identifier]? {
    for column in columns {
      for case .primaryKey in column.constraints.map(\.rule) { return [column.name] }
    }
    for case .primaryKey(let columns, _, _, _) in (statement?.constraints ?? []).map(\.rule) {
      return columns.columnNames
    }
    return nil
  }

  func isKeyColumn(_ name: Identifier) -> Bool {
    primaryKey?.contains { $0 == name } ?? false
  }

  /// The column that is the rowid; `nil` if there is none. https://www.sqlite.org/lang_createtable.html#rowid
  var rowidAlias: Identifier? {
    guard statement?.isWithoutRowid == false, let key = primaryKey, key.count == 1, let column = column(key[0]),
      column.type == "INTEGER"
    else { return nil }
    // > "INTEGER PRIMARY KEY DESC" … does not become an alias for the rowid
    let isDescending = column.constraints.contains {
      if case .primaryKey(_, let isDescending, _, _) = $0.rule { isDescending } else { false }
    }
    return isDescending ? nil : column.name
  }

  /// Whether the name stands for the rowid. https://www.sqlite.org/lang_createtable.html#rowid
  func isRowid(_ name: Identifier) -> Bool {
    guard statement?.isWithoutRowid == false else { return false }
    if let alias = rowidAlias, alias == name { return true }
    return ["rowid", "_rowid_", "oid"].contains(name) && column(name) == nil
  }

  var isAutoincrement: Bool {
    let constraints = columns.flatMap(\.constraints) + (statement?.constraints ?? [])
    return constraints.contains {
      if case .primaryKey(_, _, _, let autoincrement) = $0.rule { autoincrement } else { false }
    }
  }

  var foreignKeys: [ForeignKey] {
    let own = columns.flatMap { column in
      column.constraints.compactMap { constraint -> ForeignKey? in
        guard case .foreignKey(_, let clause) = constraint.rule else { return nil }
        return ForeignKey(columns: [column.name], clause: clause)
      }
    }
    let shared = (statement?.constraints ?? []).compactMap { constraint -> ForeignKey? in
      guard case .foreignKey(let columns, let clause) = constraint.rule else { return nil }
      return ForeignKey(columns: columns, clause: clause)
    }
    return own + shared
  }

  /// The folded columns of each PRIMARY KEY and UNIQUE constraint.
  var uniqueConstraints: [Set<Identifier>] {
    let own = columns.compactMap { column -> Set<Identifier>? in
      column.constraints.contains {
        if case .unique = $0.rule { true } else { false }
      } ? [column.name] : nil
    }
    let shared = (statement?.constraints ?? []).compactMap { constraint -> Set<Identifier>? in
      guard case .unique(let columns, _) = constraint.rule else { return nil }
      return columns.columnNames.map(Set.init)
    }
    return (primaryKey.map { [Set($0)] } ?? []) + own + shared
  }

  /// The columns of PRIMARY KEY and UNIQUE, in order.
  var orderedKeys: [[Identifier]] {
    let shared = (statement?.constraints ?? []).compactMap { constraint -> [Identifier]? in
      if case .unique(let columns, _) = constraint.rule { columns.columnNames } else { nil }
    }
    return (primaryKey.map { [$0] } ?? []) + shared + uniqueConstraints.filter { $0.count == 1 }.map(Array.init)
  }

  /// Whether a column or the table has a constraint or a default.
  var hasConstraints: Bool { !columns.allSatisfy(\.constraints.isEmpty) || statement?.constraints.isEmpty == false }

  var checks: [Expression] {
    (columns.flatMap(\.constraints) + (statement?.constraints ?? [])).compactMap {
      if case .check(let condition, _) = $0.rule { condition } else { nil }
    }
  }
}

extension TableStatement.Column {
  var isGenerated: Bool {
    constraints.contains { if case .generated = $0.rule { true } else { false } }
  }

  var isNotNull: Bool {
    constraints.contains { if case .notNull = $0.rule { true } else { false } }
  }

  /// The default; `nil` if the column has none.
  var defaultValue: Expression? {
    constraints.lazy.compactMap { if case .defaultValue(let value) = $0.rule { value } else { nil } }.first
  }

  /// The collation; `nil` if the column declares none.
  var collation: Identifier? {
    constraints.lazy.compactMap { if case .collate(let name) = $0.rule { name } else { nil } }.first
  }

  /// The affinity of the type. https://www.sqlite.org/datatype3.html#determination_of_column_affinity
  var affinity: String { type.isEmpty ? "BLOB" : CanonicalTable.affinity(of: type) }
}

extension VirtualTableStatement {
  /// The table in `content=`; `nil` if there is none.
  var content: Identifier? {
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, parts[0].identifier == "content" else { continue }
      let name = Tokenizer.tokens(of: parts[1]).first?.text ?? ""
      return name.isEmpty ? nil : name.identifier
    }
    return nil
  }
}
