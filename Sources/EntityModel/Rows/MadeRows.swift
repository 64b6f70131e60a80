/// The rows of all tables, before they are written as SQL.
struct MadeRows {
  /// An object. Its key is unique in its table.
  struct Object: Hashable {
    let table: String
    let key: Int64
    /// The number of its entity (`Z_ENT`).
    let number: Int
  }

  /// A row of a join table: its columns with their values.
  typealias JoinRow = [(column: String, value: Int64)]

  let source: StoreRows
  /// The names of each entity and its subentities.
  private let families: [String: [String]]
  /// The objects of each entity, without its subentities, in the order of their keys.
  private var objects: [String: [Object]] = [:]
  /// The columns of each object.
  private var rows: [Object: [String: SQLLiteral]] = [:]
  /// The largest key of each table.
  private var last: [String: Int64] = [:]
  /// The constraints of each table.
  private var unique: [String: UniqueColumns] = [:]
  private var joins: [(table: String, row: JoinRow)] = []
  /// What the relationships lack.
  private var relationshipGaps: [RowGap] = []

  init(_ source: StoreRows, count: Int) {
    self.source = source
    families = source.model.entities.reduce(into: [:]) { families, entity in
      for ancestor in source.model.lineage(of: entity.name) { families[ancestor.name, default: []].append(entity.name) }
    }
    for table in source.layout.entityTables { addRows(count, to: table) }
    relationshipGaps = link()
  }

  private mutating func addRows(_ count: Int, to table: StoreLayout.EntityTable) {
    let (model, layout) = (source.model, source.layout)
    var constraints = UniqueColumns(of: table.rootEntity, in: model, layout, values: source.values)
    var last: Int64 = 0
    for entity in model.family(of: table.rootEntity) where !entity.isAbstract {
      let number = layout.number(of: entity.name)
      let attributes = model.lineage(of: entity.name).flatMap(\.attributes).filter(\.isStored).map { attribute in
        (
          values: source.values(of: attribute, in: entity.name),
          columns: layout.column(of: attribute.name, in: entity.name).map { [$0.name] }
            ?? layout.columns(ofComposite: attribute.name, in: entity.name).map(\.name)
        )
      }
      for _ in 0..<max(0, count) {
        // Rows of one table have different unique values, whatever their entities.
        let position = Int(last)
        last += 1
        var row: [String: SQLLiteral] = [
          "Z_PK": .integer(last), "Z_ENT": .integer(Int64(number)), "Z_OPT": .integer(1),
        ]
        for (values, columns) in attributes {
          let variation = columns.count == 1 ? constraints.variation(of: columns[0]) : .any
          for (column, value) in zip(columns, values.columns(position, variation)) { row[column] = value }
        }
        guard constraints.insert(row) else { continue }
        let object = Object(table: table.name, key: last, number: number)
        objects[entity.name, default: []].append(object)
        rows[object] = row
      }
    }
    self.last[table.name] = last
    unique[table.name] = constraints
  }

  // MARK: Access for relationships

  /// The objects that are of all these entities, or of subentities of them, in the order of their keys.
  func objects(of entities: String...) -> [Object] {
    let common = entities.map { families[$0] ?? [] }.reduce(nil) { common, family -> [String]? in
      common.map { $0.filter(family.contains) } ?? family
    }
    return (common ?? []).flatMap { objects[$0] ?? [] }.sorted { $0.key < $1.key }
  }

  func isUniqueKey(_ column: String, in table: String) -> Bool { unique[table]?.isUniqueKey(column) ?? false }

  mutating func set(_ column: String, of object: Object, to value: Int64) { rows[object]?[column] = .integer(value) }

  mutating func join(_ table: String, _ row: JoinRow) { joins.append((table, row)) }

  // MARK: Results

  var statements: [String] {
    let layout = source.layout
    return layout.entityTables.flatMap { table -> [String] in
      let inserts = objects(of: table.rootEntity).map { object in
        let row = rows[object] ?? [:]
        let columns = table.columns.map(\.name).filter { row[$0] != nil }
        return Self.insert(into: table.name, columns.map { ($0, row[$0] ?? .null) })
      }
      let number = layout.number(of: table.rootEntity)
      return inserts
        + ["UPDATE Z_PRIMARYKEY SET Z_MAX = \(last[table.name] ?? 0) WHERE Z_ENT = \(number)"]
    } + joins.map { table, row in Self.insert(into: table, row.map { ($0.column, .integer($0.value)) }) }
  }

  private static func insert(into table: String, _ row: [(column: String, value: SQLLiteral)]) -> String {
    "INSERT INTO \(table) (\(row.map(\.column).joined(separator: ", "))) "
      + "VALUES (\(row.map(\.value.sql).joined(separator: ", ")))"
  }

  var gaps: [RowGap] {
    relationshipGaps
      + source.model.entities.filter { !$0.isAbstract && objects[$0.name] == nil }.map { .noRows(entity: $0.name) }
  }
}
