public import SQLiteSyntax

/// The history of tables and columns that the statements of migrations declare: which earlier table and column became
/// which later one, and which were dropped on purpose. It can follow several scripts in order.
///
/// It does not guess from similarity. A column is renamed only if a statement declares it: RENAME COLUMN, or a copy
/// from a column that no longer exists afterwards into a column that did not exist before. A column with the same name
/// in both tables of a copy should keep its values, regardless of what the copy writes there.
public struct RowLineage: Sendable {
  /// A column of the earlier database.
  struct Origin: Hashable, Sendable {
    let table: Identifier
    let column: Identifier
  }

  /// A statement's effect on the values of a column.
  struct Write: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      /// A column is copied unchanged: the same one or another.
      case copied(Identifier)
      /// An expression computes the value from the column.
      case converted(Expression)
      /// An expression that does not use the column gives the value.
      case replaced(Expression)
      /// A copy omitted the column.
      case leftOut
      /// A query of which only the tables are known.
      case unknown
    }

    let kind: Kind
    let isUpdate: Bool
    let hasCondition: Bool
    /// Other columns whose values the statement merges into this one.
    var merged: [Identifier] = []
    let place: StatementPlace

    /// The name of the script.
    var script: String { place.script }
  }

  /// A `"x"` that SQLite reads as a string, because no table in reach has a column x.
  struct QuotedString: Hashable, Sendable {
    let text: String
    /// Whether the text equals the name of the column that receives it, or is within one typing error of the name of an
    /// existing column.
    let isMeantAsName: Bool
  }

  struct Column: Sendable {
    var name: Identifier
    var isGenerated = false
    var origin: Origin?
    var writes: [Write] = []
    /// The texts of each `"x"` among the values written to the column, if `x` is not a column.
    var strings: Set<QuotedString> = []
    /// The columns of the table from which an UPDATE filled this one, with the write.
    var updateSources: [Identifier: Write] = [:]
  }

  /// A copy of rows from one table into another.
  struct Copy: Sendable {
    let from: Int
    /// The earlier table whose rows that one contains; `nil` for a new table.
    let earlier: Identifier?
    /// Whether the rows come from this table, and other tables only add values to them.
    let isMain: Bool
    /// The expressions by their target column; empty if the query is opaque.
    let values: [Identifier: Expression]
    /// The source columns that each expression names, by the target column.
    let mentioned: [Identifier: [Identifier]]
    /// The source columns whose values each expression uses, by the target column.
    let merged: [Identifier: [Identifier]]
    let isOpaque: Bool
    /// The clauses that can leave rows out.
    let narrowing: [Narrowing]
    let place: StatementPlace

    var script: String { place.script }
  }

  /// A clause of a copy that can leave rows out.
  struct Narrowing: Hashable, Sendable {
    enum Intent: Hashable, Sendable {
      /// The statement says which rows it leaves out.
      case stated
      /// The statement does not say whether rows are to be left out.
      case unclear
      /// Rows without a partner are left out. The columns are those of the earlier table in the condition of the join.
      case join([Identifier])
      /// One row remains of those that are equal in these columns of the later table. This is stated if a key of the table
      /// consists of such columns.
      case keepsOneOf([Identifier])
      /// Rows that a key refuses are left out. This is stated if a key contains all of these columns of the later table,
      /// so that the rows are equal.
      case refuses([Identifier])
      /// A list that contains NULL leaves all rows out. This is stated if rows remain.
      case notIn
    }

    /// The clause for a message: `WHERE`, `OR IGNORE`.
    let clause: String
    let intent: Intent
    /// Whether it is a WHERE that compares a column with literal values.
    var picksValues = false
    /// The earlier columns with NULL in which a row is left out.
    var excludesNull: [Identifier] = []
    /// Those of them that it tests for NULL.
    var testsForNull: [Identifier] = []
    /// The earlier columns of which it selects one value.
    var picked: [Identifier] = []
    let place: StatementPlace
  }

  /// A script's DELETE on a table.
  struct Deletion: Hashable, Sendable {
    let place: StatementPlace
    /// The number of deleted rows; `nil` if it is unknown.
    let count: Int?
    /// The earlier rows that it can have deleted; `nil` for all.
    var rows: EarlierRows?
    /// Whether it deletes every row that there is.
    var isWhole = false
  }

  /// The rows of an earlier table that have one of some integers in a column.
  public struct EarlierRows: Hashable, Sendable {
    let column: Identifier
    let values: [Int]

    /// - Parameter column: its name in the earlier table.
    public init(column: Identifier, values: some Collection<Int>) {
      self.column = column
      self.values = values.sorted()
    }

    /// A condition on a row `a` of the earlier table.
    var sql: String { "a.\(Keyword.quoteAlways(column)) IN (\(values.map(String.init).joined(separator: ", ")))" }
  }

  struct Table: Sendable {
    var name: Identifier
    var columns: [Column]
    /// The earlier table whose rows this one contains; `nil` for a new table.
    var origin: Identifier?
    var copies: [Copy] = []
    /// The DELETE statements on the table.
    var deletions: [Deletion] = []
    /// The scripts with an INSERT OR REPLACE into the table.
    var replacements: [String] = []
    /// The clauses that may have left rows out of the copies that led to this table.
    var narrowing: [Narrowing] = []
    /// Whether no statement is known, so that only names connect the tables.
    var isByNameAlone = false
    /// Whether the table from which the rows were copied still exists, under another name.
    var isKeptAside = false

    func index(of column: Identifier) -> Int? {
      columns.firstIndex { $0.name == column }
    }
  }

  /// An earlier table or column that a statement has dropped.
  struct Drop: Hashable, Sendable {
    let table: Identifier
    /// The column; `nil` for the whole table.
    let column: Identifier?
    let place: StatementPlace
    /// Whether dropping is the statement's purpose, as for DROP COLUMN.
    let isExplicit: Bool
    /// The table into which its rows were copied, or the column into which its values were put; `nil` if there is none.
    var into: Identifier?
  }

  var tables: [Int: Table] = [:]
  var drops: [Drop] = []
  /// The current tables by name.
  private(set) var alive: [Identifier: Int] = [:]
  /// The earlier tables that a statement has dropped, even if another table has their rows now.
  private(set) var droppedTables: Set<Identifier> = []
  private var number = 0

  /// Creates a lineage that starts with the tables of a database.
  ///
  /// - Parameter tables: the tables, each with its columns in order, and whether those are generated.
  init(_ tables: [(name: Identifier, columns: [(name: Identifier, isGenerated: Bool)])]) {
    for table in tables {
      add(
        Table(
          name: table.name,
          columns: table.columns.map {
            Column(
              name: $0.name, isGenerated: $0.isGenerated, origin: Origin(table: table.name, column: $0.name))
          }, origin: table.name))
    }
  }

  mutating func add(_ table: Table) {
    number += 1
    tables[number] = table
    alive[table.name] = number
  }

  func id(of name: Identifier) -> Int? { alive[name] }

  /// Continues with the statements of a script that has run without an error.
  ///
  /// - Parameters:
  ///   - name: a name for the script.
  ///   - id: an identifier of the script, if several have the same name.
  ///   - deleted: the number of rows that each of its DELETE statements removed, in order; `nil` if they were not
  ///     counted.
  public mutating func follow(_ script: String, named name: String, id: String? = nil, deleted: [Int]? = nil) {
    let bytes = Array(script.utf8)
    var deleted = deleted?[...]
    for (index, statement) in Script.statements(of: script).enumerated() where statement.movesRows {
      let place = StatementPlace(script: name, id: id ?? name, index: index)
      let text = String(decoding: bytes[statement.range], as: UTF8.self)
      guard let read = Parser.dataStatement(text) else { continue }
      if case .delete(let table, let hasCondition) = read {
        let count = deleted?.popFirst()
        edit(table) { $0.deletions.append(Deletion(place: place, count: count, isWhole: !hasCondition)) }
      } else {
        follow(read, place)
      }
    }
  }

  /// Continues with a deletion by code of the program, of which only the table and the kind of rows are known.
  ///
  /// - Parameters:
  ///   - table: the name that the table has now.
  ///   - rows: the earlier rows that can be deleted.
  ///   - name: a name for the code.
  ///   - index: the number of deletions of that name before this one.
  public mutating func delete(from table: Identifier, _ rows: EarlierRows, named name: String, index: Int) {
    let place = StatementPlace(script: name, id: name, index: index)
    edit(table) { $0.deletions.append(Deletion(place: place, count: nil, rows: rows)) }
  }

  private mutating func follow(_ statement: DataStatement, _ place: StatementPlace) {
    let script = place.script
    switch statement {
    case .createTable(let name, let columns):
      guard id(of: name) == nil else { return }
      add(Table(name: name, columns: columns.map { Column(name: $0.name, isGenerated: $0.isGenerated) }))
    case .createTableAs(let name, let selection):
      guard id(of: name) == nil else { return }
      add(Table(name: name, columns: names(of: selection).map { Column(name: $0) }))
      copy(selection, into: name, columns: nil, conflict: nil, place)
    case .dropTable(let name): drop(name, place)
    case .renameTable(let name, let new): rename(name, to: new, place)
    case .addColumn(let table, let column):
      edit(table) { $0.columns.append(Column(name: column.name, isGenerated: column.isGenerated)) }
    case .renameColumn(let table, let old, let new): rename(old, of: table, to: new, place)
    case .dropColumn(let table, let column): drop(column, of: table, place)
    case .insert(let name, let columns, let selection?, let conflict):
      copy(selection, into: name, columns: columns, conflict: conflict, place)
    case .insert(let name, _, nil, let conflict):
      if conflict == "REPLACE" { edit(name) { $0.replacements.append(script) } }
    case .update(let name, let assignments, let hasCondition):
      update(name, assignments, hasCondition: hasCondition, place)
    case .delete: break
    }
  }

  mutating func edit(_ name: Identifier, _ work: (inout Table) -> Void) {
    guard let id = id(of: name), var table = tables[id] else { return }
    work(&table)
    tables[id] = table
  }

  // MARK: Dropping and renaming

  private mutating func drop(_ name: Identifier, _ place: StatementPlace) {
    guard let id = alive.removeValue(forKey: name), let table = tables[id] else { return }
    if let origin = table.origin { droppedTables.insert(origin) }
    let successors = tables.filter { alive.values.contains($0.key) }.filter { successor in
      successor.value.origin == nil && successor.value.copies.contains { $0.from == id && $0.isMain }
    }
    // A table that was created under the earlier name is not new, even if no rows were copied.
    if let origin = table.origin, table.name != origin, let namesake = alive[origin], tables[namesake]?.origin == nil,
      successors[namesake] == nil
    {
      replace(origin, by: namesake, place)
      return
    }
    let successor = successors.max { (similarity($0.value, table), $1.key) < (similarity($1.value, table), $0.key) }
    if let successor {
      adopt(table, id, by: successor.key, place)
      return
    }
    guard let origin = table.origin else { return }
    let into = alive.values.sorted().compactMap { tables[$0] }.first { $0.copies.contains { $0.from == id } }?.name
    drops.append(Drop(table: origin, column: nil, place: place, isExplicit: true, into: into))
  }

  private func similarity(_ one: Table, _ other: Table) -> Int {
    one.columns.count { other.index(of: $0.name) != nil }
  }

  private mutating func rename(_ name: Identifier, to new: Identifier, _ place: StatementPlace) {
    guard let id = alive.removeValue(forKey: name), var table = tables[id] else { return }
    table.name = new
    alive[new] = id
    // A table that was created to replace another is not new, even if no rows were copied.
    if table.origin == nil,
      let index = drops.lastIndex(where: {
        $0.column == nil && $0.place.script == place.script && $0.into == nil && $0.table == new
      })
    {
      let origin = drops.remove(at: index).table
      tables[id] = table
      replace(origin, by: id, place)
    } else {
      tables[id] = table
    }
  }

  /// Makes a table the successor of an earlier one of which it has no rows.
  private mutating func replace(_ origin: Identifier, by id: Int, _ place: StatementPlace) {
    guard var table = tables[id] else { return }
    // A DELETE of all rows before the earlier table was dropped says that they go.
    table.deletions += tables.values.filter { $0.origin == origin }.flatMap(\.deletions).filter(\.isWhole)
    table.origin = origin
    for index in table.columns.indices where table.columns[index].origin == nil {
      table.columns[index].origin = Origin(table: origin, column: table.columns[index].name)
      table.columns[index].writes = [Write(kind: .leftOut, isUpdate: false, hasCondition: false, place: place)]
    }
    tables[id] = table
  }

  private mutating func rename(_ old: Identifier, of name: Identifier, to new: Identifier, _ place: StatementPlace) {
    guard let id = id(of: name), var table = tables[id], let index = table.index(of: old) else { return }
    table.columns[index].name = new
    for other in table.columns.indices {
      if let kind = table.columns[other].updateSources.removeValue(forKey: old) {
        table.columns[other].updateSources[new] = kind
      }
    }
    // A column that takes the name of a dropped one is not new, even if it got no values of it.
    if table.columns[index].origin == nil, let origin = table.origin,
      let drop = drops.lastIndex(where: {
        $0.table == origin && $0.column == new && $0.place.script == place.script && $0.into == nil
      })
    {
      drops.remove(at: drop)
      table.columns[index].origin = Origin(table: origin, column: new)
      let leftOut = Write(kind: .leftOut, isUpdate: false, hasCondition: false, place: place)
      table.columns[index].writes.insert(leftOut, at: 0)
    }
    tables[id] = table
  }

  private mutating func drop(_ column: Identifier, of name: Identifier, _ place: StatementPlace) {
    guard let id = id(of: name), var table = tables[id], let index = table.index(of: column) else { return }
    let gone = table.columns.remove(at: index)
    if let origin = gone.origin {
      if let successor = table.columns.firstIndex(where: { $0.origin == nil && $0.updateSources[gone.name] != nil }),
        var write = table.columns[successor].updateSources[gone.name]
      {
        // Several UPDATEs have merged columns into the successor.
        write.merged = table.columns[successor].updateSources.keys.filter { $0 != gone.name }.sorted()
        table.columns[successor].origin = origin
        table.columns[successor].writes = gone.writes + [write]
      } else {
        let into = table.columns.first { $0.updateSources[gone.name] != nil }?.name
        drops.append(
          Drop(table: origin.table, column: origin.column, place: place, isExplicit: true, into: into))
      }
    }
    tables[id] = table
  }

  // MARK: Writing

  private mutating func update(
    _ name: Identifier, _ assignments: [DataStatement.Assignment], hasCondition: Bool,
    _ place: StatementPlace
  ) {
    guard let id = id(of: name), let table = tables[id] else { return }
    let reach = RowReach(tables: [(id, nil, table)])
    edit(name) { table in
      for assignment in assignments {
        let (mentioned, strings) = reach.columns(in: assignment.value)
        let names = Set(mentioned.map(\.column))
        for column in assignment.columns {
          guard let index = table.index(of: column) else { continue }
          let key = table.columns[index].name
          table.columns[index].strings.formUnion(reach.quoted(strings, for: column))
          let isOwn = names.contains(key)
          let sources = reach.valueColumns(in: assignment.value).map(\.column).filter { $0 != key }
          table.columns[index].writes.append(
            Write(
              kind: isOwn ? .converted(assignment.value) : .replaced(assignment.value), isUpdate: true,
              hasCondition: hasCondition, merged: isOwn || hasCondition ? sources : [], place: place))
          if table.columns[index].origin == nil, let one = names.first, names.count == 1, one != key {
            table.columns[index].updateSources[one] = Write(
              kind: reach.column(assignment.value) == nil ? .converted(assignment.value) : .copied(one), isUpdate: true,
              hasCondition: true, place: place)
          }
        }
      }
    }
  }
}

extension Script.Statement {
  /// Whether the statement can be a ``DataStatement``.
  fileprivate var movesRows: Bool {
    ["CREATE", "ALTER", "DROP", "INSERT", "REPLACE", "UPDATE", "DELETE", "WITH"].contains { word in
      tokens.first?.isKeyword(word) ?? false
    }
  }
}
