/// Generates the SQL for ``InferredMapping/statements(from:to:keepsHistory:defaults:)``: an ``InferredMapping`` between two layouts.
///
/// The other files of this folder contain its parts: the values of columns (`StoreMapping+values`), relationships whose
/// links move (`StoreMapping+keys`, `StoreMapping+joins`), the tables of entities (`StoreMapping+tables`) and entity
/// numbers (`StoreMapping+numbers`).
struct StoreMapping {
  let mapping: InferredMapping
  let old: StoreLayout
  let new: StoreLayout
  /// The values of the defaults that apply to old objects, by the attribute and the entity that declares it.
  let literals: [InferredMapping.Property: [SQLLiteral]]
  /// The new number of each entity number that changes; removed entities are not included.
  let renumbered: [Int: Int]
  /// The key columns of the new layout.
  let keys: [RelationshipKey]
  /// Whether the store keeps a persistent history.
  let keepsHistory: Bool
  /// The current name of each renamed old table.
  var current: [String: String] = [:]
  private var temporaryCount = 0

  init(
    _ mapping: InferredMapping, _ old: StoreLayout, _ new: StoreLayout,
    _ literals: [InferredMapping.Property: [SQLLiteral]], keepsHistory: Bool = true
  ) {
    self.keepsHistory = keepsHistory
    self.mapping = mapping
    self.old = old
    self.new = new
    self.literals = literals
    keys = RelationshipKey.all(of: mapping.to, in: new)
    renumbered = mapping.entities.reduce(into: [:]) { numbers, entity in
      guard let source = entity.source, old.number(of: source) != new.number(of: entity.name) else { return }
      numbers[old.number(of: source)] = new.number(of: entity.name)
    }
  }

  /// All statements, ordered by their dependencies.
  mutating func statements() -> [String] {
    let tables = tableMappings()
    let joins = joinMappings()
    var statements = renamingTemporarily(tables, joins)
    let staged = stagings()
    statements += staged.flatMap(\.collecting)
    statements += joins.flatMap { filling($0) } + tables.flatMap { filling($0) }
    statements += joins.flatMap { changing($0) } + droppingJoinTables(joins)
    statements += tables.flatMap { changing($0) } + droppingTables(tables)
    statements += staged.flatMap(\.applying)
    statements +=
      keys.flatMap { clearingDanglingReferences(of: $0) } + joins.flatMap { clearingDanglingReferences(of: $0) }
    statements += keys.flatMap { entityNumbers(of: $0) }
    statements += entityRows() + (keepsHistory ? history() : [])
    return statements + tables.flatMap { indexing($0) } + joins.flatMap { indexing($0) }
  }

  /// A name that no table or column of either layout has.
  mutating func temporaryName() -> String {
    let columns = (old.entityTables + new.entityTables).flatMap { $0.columns.map(\.name) }
    let tables = (old.entityTables + new.entityTables).map(\.name) + (old.joinTables + new.joinTables).map(\.name)
    let taken = Set(columns + tables)
    repeat { temporaryCount += 1 } while taken.contains("Z__\(temporaryCount)")
    return "Z__\(temporaryCount)"
  }

  func name(of table: String) -> String { current[table] ?? table }

  /// Renames old tables whose names are needed for new ones.
  private mutating func renamingTemporarily(_ tables: [TableMapping], _ joins: [JoinMapping]) -> [String] {
    let names = Set(tables.map(\.table.name) + joins.map(\.join.name))
    let staying = Set(
      tables.filter { $0.isInPlace && $0.source?.name == $0.table.name }.map(\.table.name)
        + joins.filter { $0.carried?.name == $0.join.name }.map(\.join.name))
    var statements: [String] = []
    for table in old.entityTables.map(\.name) + old.joinTables.map(\.name)
    where names.contains(table) && !staying.contains(table) {
      let scratch = temporaryName()
      current[table] = scratch
      statements.append("ALTER TABLE \(table) RENAME TO \(scratch)")
    }
    return statements
  }

  /// Whether all objects of an old entity still exist as objects of the new one.
  func keepsObjects(of old: String, as new: String) -> Bool {
    let reached = Set(mapping.to.family(of: new).compactMap { mapping.entity(named: $0.name)?.source })
    return mapping.from.family(of: old).allSatisfy { reached.contains($0.name) }
  }

  /// An SQL condition that `column` contains the key of an object of an entity.
  func isThere(_ column: String, of entity: String) -> String {
    let family = Set(mapping.to.family(of: entity).map(\.name))
    let whole = Set(mapping.to.family(of: mapping.to.rootEntity(of: entity)).map(\.name))
    let kind = family == whole ? "" : " AND other.Z_ENT IN \(Self.list(family.map(new.number(of:))))"
    return "EXISTS (SELECT 1 FROM \(new.table(of: entity)) AS other WHERE other.Z_PK = \(column)\(kind))"
  }

  static func list(_ numbers: some Sequence<Int>) -> String {
    "(\(numbers.sorted().map(String.init).joined(separator: ", ")))"
  }

  /// Statements that fail with `message` if `rows` returns a row. The message is the name of a CHECK constraint,
  /// because SQLite reports the name of a failed constraint:
  /// https://www.sqlite.org/lang_createtable.html#check_constraints
  mutating func asserting(_ message: String, rows: String) -> [String] {
    let scratch = temporaryName()
    return [
      "CREATE TABLE \(scratch) (ZFOUND INTEGER, CONSTRAINT \(message.quoted()) CHECK (ZFOUND = 0))",
      "INSERT INTO \(scratch) SELECT 1 FROM (\(rows)) LIMIT 1",
      "DROP TABLE \(scratch)",
    ]
  }
}
