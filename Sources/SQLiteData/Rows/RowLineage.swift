internal import SQLiteSyntax

/// What becomes of tables and columns, as the statements of migrations declare it: which table and column of before is
/// which of after, and what was dropped on purpose. Several scripts compose.
///
/// Nothing is guessed from likeness. A column is another one's new name where a statement says so: RENAME COLUMN, or a
/// copy into a column that was not there from one that is not there afterwards. What has the same name in both tables
/// of a copy is expected to keep its values, whatever the copy puts there.
public struct RowLineage: Sendable {
  /// A column of before.
  struct Origin: Hashable, Sendable {
    let table: String
    let column: String
  }

  /// What a statement put into a column.
  struct Write: Hashable, Sendable {
    enum Way: Hashable, Sendable {
      /// A column as it is: its own, or another, by folded name.
      case copied(String)
      /// An expression in which it is.
      case converted(Expression)
      /// An expression in which it is not.
      case replaced(Expression)
      /// A copy did not name it.
      case leftOut
      /// A query of which only the tables are known.
      case unknown
    }

    let way: Way
    let isUpdate: Bool
    let hasCondition: Bool
    /// Of the script.
    let script: String
  }

  /// `"x"` where no table in reach has a column x, so that SQLite reads a string.
  struct QuotedString: Hashable, Sendable {
    let text: String
    /// Whether it is called as the column it is put into, or nearly as one that there is.
    let isMeantAsName: Bool
  }

  struct Column: Sendable {
    var name: String
    var isGenerated = false
    var origin: Origin?
    var writes: [Write] = []
    /// What stands as `"x"` in what was put there, and is no column.
    var strings: Set<QuotedString> = []
    /// Columns of the table that an UPDATE put here, with how.
    var heirOf: [String: Write.Way] = [:]

    var key: String { name.foldedASCII }
  }

  /// Rows that went from one table into another.
  struct Copy: Sendable {
    let from: Int
    /// Whether the rows are this table's, and those of others only add to them.
    let isMain: Bool
    /// By folded name of the column they are for; empty where the query is opaque.
    let values: [String: Expression]
    /// Columns of the source that an expression names, by folded name of the target.
    let mentioned: [String: [String]]
    let isOpaque: Bool
    /// What can leave rows out.
    let narrowing: [String]
    let script: String
  }

  /// A script's DELETE on a table.
  struct Deletion: Hashable, Sendable {
    let script: String
    /// Rows; nil where they were not counted.
    let count: Int?
  }

  struct Table: Sendable {
    var name: String
    var columns: [Column]
    /// The table of before whose rows are here.
    var origin: String?
    var copies: [Copy] = []
    /// What DELETE took away, by script; nil where it was not counted.
    var deletions: [Deletion] = []
    /// Scripts with an INSERT OR REPLACE or an upsert of values.
    var replacements: [String] = []
    /// What can have left rows out on their way here.
    var narrowing: [String] = []
    /// Whether no statement is known.
    var isByNameAlone = false

    func index(of column: String) -> Int? {
      let key = column.foldedASCII
      return columns.firstIndex { $0.key == key }
    }
  }

  /// Something of before that a statement has dropped.
  struct Drop: Hashable, Sendable {
    let table: String
    /// Nil for the whole table.
    let column: String?
    let script: String
    /// Whether the statement is about nothing else, as DROP COLUMN is.
    let isExplicit: Bool
    /// The table that got its rows.
    var into: String?
  }

  var tables: [Int: Table] = [:]
  var drops: [Drop] = []
  /// By folded name.
  private(set) var alive: [String: Int] = [:]
  private var number = 0

  /// Begins with the tables of a database.
  ///
  /// - Parameter tables: each with its columns, in order, and whether those are generated.
  init(_ tables: [(name: String, columns: [(name: String, isGenerated: Bool)])]) {
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
    alive[table.name.foldedASCII] = number
  }

  func id(of name: String) -> Int? { alive[name.foldedASCII] }

  /// Goes on with the statements of a script that has run without an error.
  ///
  /// - Parameters:
  ///   - name: what to call the script.
  ///   - deleted: how many rows each of its DELETE statements took away, in order; nil where nobody has counted.
  public mutating func follow(_ script: String, named name: String, deleted: [Int]? = nil) {
    let bytes = Array(script.utf8)
    var deleted = deleted?[...]
    for statement in Script.statements(of: script) where statement.movesRows {
      let text = String(decoding: bytes[statement.range], as: UTF8.self)
      guard let read = Parser.dataStatement(text) else { continue }
      if case .delete(let table, _) = read {
        let count = deleted?.popFirst()
        edit(table) { $0.deletions.append(Deletion(script: name, count: count)) }
      } else {
        follow(read, name)
      }
    }
  }

  private mutating func follow(_ statement: DataStatement, _ script: String) {
    switch statement {
    case .createTable(let name, let columns):
      guard id(of: name) == nil else { return }
      add(Table(name: name, columns: columns.map { Column(name: $0.name, isGenerated: $0.isGenerated) }))
    case .createTableAs(let name, let selection):
      guard id(of: name) == nil else { return }
      add(Table(name: name, columns: names(of: selection).map { Column(name: $0) }))
      copy(selection, into: name, columns: nil, conflict: nil, script)
    case .dropTable(let name): drop(name, script)
    case .renameTable(let name, let new): rename(name, to: new, script)
    case .addColumn(let table, let column):
      edit(table) { $0.columns.append(Column(name: column.name, isGenerated: column.isGenerated)) }
    case .renameColumn(let table, let old, let new):
      edit(table) { table in
        guard let index = table.index(of: old) else { return }
        table.columns[index].name = new
        for other in table.columns.indices {
          if let way = table.columns[other].heirOf.removeValue(forKey: old.foldedASCII) {
            table.columns[other].heirOf[new.foldedASCII] = way
          }
        }
      }
    case .dropColumn(let table, let column): drop(column, of: table, script)
    case .insert(let name, let columns, let selection?, let conflict):
      copy(selection, into: name, columns: columns, conflict: conflict, script)
    case .insert(let name, _, nil, let conflict):
      if conflict == "REPLACE" { edit(name) { $0.replacements.append(script) } }
    case .update(let name, let assignments, let hasCondition):
      update(name, assignments, hasCondition: hasCondition, script)
    case .delete: break
    }
  }

  mutating func edit(_ name: String, _ work: (inout Table) -> Void) {
    guard let id = id(of: name), var table = tables[id] else { return }
    work(&table)
    tables[id] = table
  }

  // MARK: Dropping and renaming

  private mutating func drop(_ name: String, _ script: String) {
    guard let id = alive.removeValue(forKey: name.foldedASCII), let table = tables[id] else { return }
    let heirs = tables.filter { alive.values.contains($0.key) }.filter { heir in
      heir.value.origin == nil && heir.value.copies.contains { $0.from == id && $0.isMain }
    }
    let heir = heirs.max { (likeness($0.value, table), $1.key) < (likeness($1.value, table), $0.key) }
    if let heir {
      adopt(table, id, by: heir.key, script)
      return
    }
    guard let origin = table.origin else { return }
    let into = alive.values.sorted().compactMap { tables[$0] }.first { $0.copies.contains { $0.from == id } }?.name
    drops.append(Drop(table: origin, column: nil, script: script, isExplicit: true, into: into))
  }

  private func likeness(_ one: Table, _ other: Table) -> Int {
    one.columns.count { other.index(of: $0.name) != nil }
  }

  private mutating func rename(_ name: String, to new: String, _ script: String) {
    guard let id = alive.removeValue(forKey: name.foldedASCII), var table = tables[id] else { return }
    table.name = new
    alive[new.foldedASCII] = id
    // A table made to take the place of another is no new one, also when nothing was copied.
    if table.origin == nil,
      let index = drops.lastIndex(where: {
        $0.column == nil && $0.script == script && $0.into == nil && $0.table.foldedASCII == new.foldedASCII
      })
    {
      let origin = drops.remove(at: index).table
      table.origin = origin
      for index in table.columns.indices where table.columns[index].origin == nil {
        table.columns[index].origin = Origin(table: origin, column: table.columns[index].name)
        table.columns[index].writes = [Write(way: .leftOut, isUpdate: false, hasCondition: false, script: script)]
      }
    }
    tables[id] = table
  }

  private mutating func drop(_ column: String, of name: String, _ script: String) {
    guard let id = id(of: name), var table = tables[id], let index = table.index(of: column) else { return }
    let gone = table.columns.remove(at: index)
    if let origin = gone.origin {
      if let heir = table.columns.firstIndex(where: { $0.origin == nil && $0.heirOf[gone.key] != nil }),
        let way = table.columns[heir].heirOf[gone.key]
      {
        table.columns[heir].origin = origin
        table.columns[heir].writes =
          gone.writes + [
            Write(way: way, isUpdate: true, hasCondition: true, script: script)
          ]
      } else {
        drops.append(Drop(table: origin.table, column: origin.column, script: script, isExplicit: true))
      }
    }
    tables[id] = table
  }

  // MARK: Writing

  private mutating func update(
    _ name: String, _ assignments: [DataStatement.Assignment], hasCondition: Bool, _ script: String
  ) {
    guard let id = id(of: name), let table = tables[id] else { return }
    let reach = RowReach(tables: [(id, nil, table)])
    edit(name) { table in
      for assignment in assignments {
        let (mentioned, strings) = reach.columns(in: assignment.value)
        let names = Set(mentioned.map(\.column))
        for column in assignment.columns {
          guard let index = table.index(of: column) else { continue }
          let key = table.columns[index].key
          table.columns[index].strings.formUnion(reach.quoted(strings, for: column))
          table.columns[index].writes.append(
            Write(
              way: names.contains(key) ? .converted(assignment.value) : .replaced(assignment.value), isUpdate: true,
              hasCondition: hasCondition, script: script))
          if table.columns[index].origin == nil, let one = names.first, names.count == 1, one != key {
            table.columns[index].heirOf[one] =
              reach.column(assignment.value) == nil ? .converted(assignment.value) : .copied(one)
          }
        }
      }
    }
  }
}

extension Script.Statement {
  /// Whether it can be one of ``DataStatement``.
  fileprivate var movesRows: Bool {
    ["CREATE", "ALTER", "DROP", "INSERT", "REPLACE", "UPDATE", "DELETE", "WITH"].contains { word in
      tokens.first?.isKeyword(word) ?? false
    }
  }
}
