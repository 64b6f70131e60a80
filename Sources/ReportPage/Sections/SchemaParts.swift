internal import DiagramLayout

/// The parts of a schema that has too many tables for one picture: each is a table that many others refer to, with those
/// around it.
struct SchemaParts {
  struct Group {
    /// The table in its middle; `nil` for tables that no reference connects.
    let centre: String?
    /// The indices of its tables, ascending.
    var tables: [Int]
    let name: String
  }

  let schema: ReportSchema
  private(set) var groups: [Group] = []
  private let references: SchemaDiagram.References

  /// A part that grows stops at this number of tables.
  private static let mostTables = 30

  init(_ schema: ReportSchema) {
    self.schema = schema
    references = SchemaDiagram.references(of: schema.tables)
    let tables = schema.tables
    var neighbours = [Set<Int>](repeating: [], count: tables.count)
    for edge in references.graph.edges where edge.from.node != edge.to.node {
      neighbours[edge.from.node].insert(edge.to.node)
      neighbours[edge.to.node].insert(edge.from.node)
    }
    var group = [Int?](repeating: nil, count: tables.count)
    var members: [[Int]] = []
    let byDegree = tables.indices.sorted { (neighbours[$1].count, $0) < (neighbours[$0].count, $1) }
    for centre in byDegree where group[centre] == nil && !neighbours[centre].isEmpty {
      var part = [centre]
      group[centre] = members.count
      var next = 0
      while next < part.count, part.count < Self.mostTables {
        for table in neighbours[part[next]].sorted() where group[table] == nil && part.count < Self.mostTables {
          group[table] = members.count
          part.append(table)
        }
        next += 1
      }
      // Few tables whose neighbours are all elsewhere belong to one of them.
      if part.count < 3, let other = neighbours[centre].compactMap({ group[$0] }).filter({ $0 != members.count }).min()
      {
        for table in part { group[table] = other }
        members[other] += part
      } else {
        members.append(part)
      }
    }
    groups = members.map { part in
      let name = tables[part[0]].name
      return Group(centre: name, tables: part.sorted(), name: name)
    }
    let alone = tables.indices.filter { neighbours[$0].isEmpty }
    groups += stride(from: 0, to: alone.count, by: DiagramSection.mostTables).map { start in
      let part = Array(alone[start..<min(start + DiagramSection.mostTables, alone.count)])
      return Group(centre: nil, tables: part, name: "\(tables[part[0]].name) and others")
    }
  }

  /// The name of the part that has each table.
  var names: [Int: String] {
    Dictionary(groups.flatMap { group in group.tables.map { ($0, group.name) } }) { first, _ in first }
  }

  func picture(of group: Group) -> SchemaDiagram {
    SchemaDiagram(group.tables.map { schema.tables[$0] }, references.part(of: group.tables))
  }

  /// A box for each part. A line stands for all references from one part to another.
  var overview: SchemaDiagram {
    var place: [Int: Int] = [:]
    for (index, group) in groups.enumerated() { for table in group.tables { place[table] = index } }
    var counts: [[Int]: Int] = [:]
    for edge in references.graph.edges {
      guard let from = place[edge.from.node], let to = place[edge.to.node], from != to else { continue }
      counts[[from, to], default: 0] += 1
    }
    let boxes = groups.map { group in
      ReportSchema.Table(
        name: group.name, kind: "part",
        columns: [.init(name: group.tables.count == 1 ? "1 table" : "\(group.tables.count) tables", type: "")])
    }
    var drawn = SchemaDiagram.references(of: boxes)
    for (pair, count) in counts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      drawn.graph.edges.append(DiagramEdge(from: .init(pair[0], row: 0), to: .init(pair[1], row: 0)))
      let noun = count == 1 ? "reference" : "references"
      drawn.words.append("\(count) \(noun) from \(groups[pair[0]].name) to \(groups[pair[1]].name)")
      drawn.areDeclared.append(true)
    }
    return SchemaDiagram(boxes, drawn)
  }
}
