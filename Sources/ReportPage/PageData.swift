internal import CanonicalJSON
internal import DiagramLayout

/// What the script of the page needs to draw and compare versions. Tables that several versions have are written once.
struct PageData {
  private var tables: [ReportSchema.Table: Int] = [:]
  private var list: [ReportSchema.Table] = []

  /// - Parameters:
  ///   - parts: each database with its diagrams, by schema. Schemas without one cannot be drawn by the script.
  ///   - versions: the number of versions of a database that the script knows: the newest.
  static func json(_ parts: [(part: Part, diagrams: [Int: SchemaDiagram])], versions: Int) -> JSONValue {
    var data = PageData()
    let databases = parts.map { data.database($0.part, $0.diagrams, versions: versions) }
    return ["databases": .array(databases), "tables": .array(data.list.map(json))]
  }

  private mutating func database(_ part: Part, _ diagrams: [Int: SchemaDiagram], versions: Int) -> JSONValue {
    let line = part.line.suffix(versions)
    var schemas: [Int: Int] = [:]
    var list: [JSONValue] = []
    for index in line.compactMap(\.schema) where schemas[index] == nil {
      schemas[index] = list.count
      list.append(schema(part.database.schemas[index], diagrams[index]))
    }
    return [
      "prefix": .string(part.address.prefix), "schemas": .array(list),
      "versions": .array(
        line.map { version in
          ["name": .string(version.name.shown()), "schema": .number(version.schema.flatMap { schemas[$0] } ?? 0)]
        }),
    ]
  }

  private mutating func schema(_ schema: ReportSchema, _ diagram: SchemaDiagram?) -> JSONValue {
    var values: [String: JSONValue] = ["tables": .array(schema.tables.map { .number(place(of: $0)) })]
    if let diagram {
      values["boxes"] = .array(
        diagram.boxes.map { [.number($0.x), .number($0.y), .number($0.width), .number($0.height)] })
      values["edges"] = .array(
        diagram.edges.map {
          [
            .number($0.from), .number($0.to), .string($0.path), .string($0.words.shown()),
            .number($0.isDeclared ? 0 : 1),
          ]
        })
      values["size"] = [.number(diagram.width), .number(diagram.height)]
    }
    return .object(values)
  }

  private mutating func place(of table: ReportSchema.Table) -> Int {
    if let place = tables[table] { return place }
    tables[table] = list.count
    list.append(table)
    return list.count - 1
  }

  /// Names are as visible as in the rest of the page.
  private static func json(_ table: ReportSchema.Table) -> JSONValue {
    [
      "columns": .array(
        table.columns.map { column in
          [
            .string(column.name.shown()), .string(column.type.shown()),
            .string(column.constraints.joined(separator: " ").shown()), .string(table.mark(of: column)),
            .number(column.isRequired ? 1 : 0),
          ]
        }),
      "details": .array(
        (table.details + table.references.filter(\.isDeclared).map { $0.words(from: table.name) }).map {
          .string($0.shown())
        }),
      "kind": .string(table.kind.shown()), "name": .string(table.name.shown()),
    ]
  }
}
