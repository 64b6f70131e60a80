extension StoreMapping {
  /// A table of the new layout, and the source of its rows.
  struct TableMapping {
    let table: StoreLayout.EntityTable
    /// The entities that have old objects.
    let members: [Member]
    /// The old table of these objects. There is at most one, because hierarchies are not merged.
    let source: StoreLayout.EntityTable?
    /// Whether the old table is altered to become this one; otherwise its rows are copied.
    let isInPlace: Bool
  }

  /// An entity with old rows.
  struct Member {
    /// The old entity number.
    let number: Int
    let values: [String: ColumnValue]
    /// The old columns that may contain values of its rows.
    let oldColumns: Set<String>
  }

  func tableMappings() -> [TableMapping] {
    let sources = new.entityTables.map { table in
      mapping.to.family(of: table.rootEntity).compactMap { entity in
        mapping.entity(named: entity.name).flatMap { mapped in mapped.source.map { (mapped, $0) } }
      }
    }
    var successors: [String: String] = [:]
    for (table, members) in zip(new.entityTables, sources) {
      for (_, source) in members {
        let isRoot = mapping.from.entity(named: source)?.superentity == nil
        if isRoot || successors[old.table(of: source)] == nil { successors[old.table(of: source)] = table.name }
      }
    }
    return zip(new.entityTables, sources).map { table, members in
      let name = members.first.map { old.table(of: $0.1) }
      return TableMapping(
        table: table,
        members: members.map { entity, source in
          Member(
            number: old.number(of: source), values: values(of: entity, from: source),
            oldColumns: oldColumns(of: source))
        },
        source: old.entityTables.first { $0.name == name },
        isInPlace: name.map { successors[$0] == table.name } ?? false)
    }
  }

  /// Creates the tables that are not altered old ones, and copies the rows.
  func filling(_ mapping: TableMapping) -> [String] {
    guard !mapping.isInPlace else { return [] }
    guard let source = mapping.source else { return [mapping.table.createTable] }
    let columns = mapping.table.columns.map(\.name)
    let values = columns.map { column -> String in
      switch column {
      case "Z_PK", "Z_OPT": return column
      case "Z_ENT": return ColumnValue.renumbering("Z_ENT", numbers(mapping))
      default:
        let cases = Cases(mapping.members.compactMap { member in member.values[column].map { ($0, member.number) } })
        return cases.sql(of: mapping.members.count, otherwise: "NULL") { $0 }
      }
    }
    return [
      mapping.table.createTable,
      "INSERT INTO \(mapping.table.name) (\(columns.joined(separator: ", "))) "
        + "SELECT \(values.joined(separator: ", ")) FROM \(name(of: source.name)) "
        + "WHERE Z_ENT IN \(Self.list(mapping.members.map(\.number)))",
    ]
  }

  private func numbers(_ mapping: TableMapping) -> [Int: Int] {
    renumbered.filter { number, _ in mapping.members.contains { $0.number == number } }
  }

  /// Alters the old table.
  mutating func changing(_ mapping: TableMapping) -> [String] {
    guard mapping.isInPlace, let source = mapping.source else { return [] }
    let change = TableChange(mapping.table, from: source, mapping.members)
    let table = mapping.table.name
    var statements = source.indexes.keys.sorted().filter { !change.keeps(index: $0) }.map { "DROP INDEX \($0)" }
    if name(of: source.name) != table { statements.append("ALTER TABLE \(name(of: source.name)) RENAME TO \(table)") }
    let gone = self.mapping.from.family(of: source.rootEntity).map { old.number(of: $0.name) }.filter { number in
      !mapping.members.contains { $0.number == number }
    }
    if !gone.isEmpty { statements.append("DELETE FROM \(table) WHERE Z_ENT IN \(Self.list(gone))") }
    statements += change.unread.map { "ALTER TABLE \(table) DROP COLUMN \($0)" }
    var names = change.names
    var renames = names.filter { $0.key != $0.value }.sorted { $0.key < $1.key }.map { (from: $0.key, to: $0.value) }
    for column in change.read where change.wants(name: column) {
      names[column] = temporaryName()
      renames.append((column, names[column] ?? column))
    }
    statements += renaming(renames, in: table, taken: change.present)
    statements += change.added.map { "ALTER TABLE \(table) ADD COLUMN \($0.definition)" }
    if let update = change.update(numbers(mapping), { names[$0] ?? $0 }) {
      statements.append("UPDATE \(table) SET \(update)")
    }
    return statements + change.read.map { "ALTER TABLE \(table) DROP COLUMN \(names[$0] ?? $0)" }
  }

  /// Renames columns, each when its new name is free. A cycle is broken with a temporary name.
  mutating func renaming(_ renames: [(from: String, to: String)], in table: String, taken: Set<String>) -> [String] {
    var (waiting, taken, statements) = (renames.filter { $0.from != $0.to }, taken, [String]())
    while !waiting.isEmpty {
      let free = waiting.firstIndex { !taken.contains($0.to) }
      let next = waiting[free ?? 0]
      let name = free == nil ? temporaryName() : next.to
      statements.append("ALTER TABLE \(table) RENAME COLUMN \(next.from) TO \(name)")
      taken.remove(next.from)
      taken.insert(name)
      waiting.remove(at: free ?? 0)
      if free == nil { waiting.append((name, next.to)) }
    }
    return statements
  }

  func droppingTables(_ mappings: [TableMapping]) -> [String] {
    let carried = Set(mappings.filter(\.isInPlace).compactMap(\.source?.name))
    return old.entityTables.map(\.name).filter { !carried.contains($0) }.map { "DROP TABLE \(name(of: $0))" }
  }

  func indexing(_ mapping: TableMapping) -> [String] {
    var kept: Set<String> = []
    if mapping.isInPlace, let source = mapping.source {
      let change = TableChange(mapping.table, from: source, mapping.members)
      kept = Set(source.indexes.keys.filter(change.keeps(index:)))
    }
    return mapping.table.indexes.sorted { $0.key < $1.key }.filter { !kept.contains($0.key) }.map(\.value)
  }
}
