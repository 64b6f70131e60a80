/// The work of ``InferredMapping/statements(from:to:defaults:)``: an ``InferredMapping`` between two layouts.
///
/// The files beside this one each have a part of it: what the columns say (`StoreMapping+values`), relationships whose
/// links move (`StoreMapping+keys`, `StoreMapping+joins`), the tables of entities (`StoreMapping+tables`) and the numbers
/// of entities (`StoreMapping+numbers`).
struct StoreMapping {
  let mapping: InferredMapping
  let old: StoreLayout
  let new: StoreLayout
  /// The values of defaults that old objects get, by the entity that declares the attribute and its name.
  let literals: [InferredMapping.Property: [SQLLiteral]]
  /// The new number of each old one that changes; what goes has none.
  let renumbered: [Int: Int]
  /// Keys to objects, as the new layout has them.
  let keys: [Key]
  /// What each old table is called at the moment.
  var current: [String: String] = [:]
  private var scratchCount = 0

  init(
    _ mapping: InferredMapping, _ old: StoreLayout, _ new: StoreLayout,
    _ literals: [InferredMapping.Property: [SQLLiteral]]
  ) {
    self.mapping = mapping
    self.old = old
    self.new = new
    self.literals = literals
    keys = Key.all(of: mapping.to, in: new)
    renumbered = mapping.entities.reduce(into: [:]) { numbers, entity in
      guard let source = entity.source, old.number(of: source) != new.number(of: entity.name) else { return }
      numbers[old.number(of: source)] = new.number(of: entity.name)
    }
  }

  /// All statements, in an order in which each finds what it needs.
  mutating func statements() -> [String] {
    let tables = tableMappings()
    let joins = joinMappings()
    var statements = displacements(tables, joins)
    let staged = stagings()
    statements += staged.flatMap(\.collecting)
    statements += joins.flatMap { filling($0) } + tables.flatMap { filling($0) }
    statements += joins.flatMap { changing($0) } + leavingJoins(joins)
    statements += tables.flatMap { changing($0) } + leavingTables(tables)
    statements += staged.flatMap(\.applying)
    statements += keys.flatMap { looseEnds(of: $0) } + joins.flatMap { looseEnds(of: $0) }
    statements += keys.flatMap { entityNumbers(of: $0) }
    statements += entityRows() + history()
    return statements + tables.flatMap { indexing($0) } + joins.flatMap { indexing($0) }
  }

  /// A name that no table and no column of either layout has.
  mutating func scratchName() -> String {
    let columns = (old.entityTables + new.entityTables).flatMap { $0.columns.map(\.name) }
    let tables = (old.entityTables + new.entityTables).map(\.name) + (old.joinTables + new.joinTables).map(\.name)
    let taken = Set(columns + tables)
    repeat { scratchCount += 1 } while taken.contains("Z__\(scratchCount)")
    return "Z__\(scratchCount)"
  }

  func name(of table: String) -> String { current[table] ?? table }

  /// Old tables whose names are wanted by others step aside.
  private mutating func displacements(_ tables: [TableMapping], _ joins: [JoinMapping]) -> [String] {
    let names = Set(tables.map(\.table.name) + joins.map(\.join.name))
    let staying = Set(
      tables.filter { $0.isInPlace && $0.source?.name == $0.table.name }.map(\.table.name)
        + joins.filter { $0.carried?.name == $0.join.name }.map(\.join.name))
    var statements: [String] = []
    for table in old.entityTables.map(\.name) + old.joinTables.map(\.name)
    where names.contains(table) && !staying.contains(table) {
      let scratch = scratchName()
      current[table] = scratch
      statements.append("ALTER TABLE \(table) RENAME TO \(scratch)")
    }
    return statements
  }

  /// Whether all objects of an old entity are still there, as objects of the new one.
  func keepsObjects(of old: String, as new: String) -> Bool {
    let reached = Set(mapping.to.family(of: new).compactMap { mapping.entity(named: $0.name)?.source })
    return mapping.from.family(of: old).allSatisfy { reached.contains($0.name) }
  }

  /// A condition that `column` is the key of an object of an entity.
  func isThere(_ column: String, of entity: String) -> String {
    let family = Set(mapping.to.family(of: entity).map(\.name))
    let whole = Set(mapping.to.family(of: mapping.to.rootEntity(of: entity)).map(\.name))
    let kind = family == whole ? "" : " AND other.Z_ENT IN \(Self.list(family.map(new.number(of:))))"
    return "EXISTS (SELECT 1 FROM \(new.table(of: entity)) AS other WHERE other.Z_PK = \(column)\(kind))"
  }

  static func list(_ numbers: some Sequence<Int>) -> String {
    "(\(numbers.sorted().map(String.init).joined(separator: ", ")))"
  }

  /// Statements that fail, in the words of `message`, where `rows` has a row. SQLite names the constraint that fails:
  /// https://www.sqlite.org/lang_createtable.html#check_constraints
  mutating func guarding(_ message: String, rows: String) -> [String] {
    let scratch = scratchName()
    return [
      "CREATE TABLE \(scratch) (ZFOUND INTEGER, CONSTRAINT \(message.quoted()) CHECK (ZFOUND = 0))",
      "INSERT INTO \(scratch) SELECT 1 FROM (\(rows)) LIMIT 1",
      "DROP TABLE \(scratch)",
    ]
  }
}
