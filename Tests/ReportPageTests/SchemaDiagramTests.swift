import DiagramLayout
import Testing

@testable import ReportPage

@Suite struct SchemaDiagramTests {
  /// The numbers of a path: `M` and `L` have two, `C` has six.
  private func points(_ path: String) -> [Int] {
    path.split { !$0.isNumber && $0 != "-" }.compactMap { Int($0) }
  }

  private func middle(of row: Int, in box: Int, _ diagram: SchemaDiagram) -> Int {
    diagram.boxes[box].y + SchemaDiagram.Size.header + row * SchemaDiagram.Size.row + SchemaDiagram.Size.row / 2
  }

  /// A line starts beside the column that refers, and ends beside the column that it refers to.
  @Test(arguments: [2, 5, 20, 60])
  func edgesEndAtTheirRows(tables: Int) throws {
    let schema = ReportSchema(tables: (0..<tables).map { ReportSamples.table($0, version: 3) })
    let diagram = SchemaDiagram(schema)
    #expect(diagram.edges.count == tables - 1)
    for edge in diagram.edges {
      let numbers = points(edge.path)
      try #require(numbers.count >= 4)
      let (from, to) = (diagram.boxes[edge.from], diagram.boxes[edge.to])
      #expect([from.x, from.right].contains(numbers[0]))
      #expect(numbers[1] == middle(of: 2, in: edge.from, diagram))
      #expect([to.x, to.right].contains(numbers[numbers.count - 2]))
      #expect(numbers[numbers.count - 1] == middle(of: 0, in: edge.to, diagram))
    }
  }

  @Test func theKeyIsTheTargetOfAReferenceWithoutColumns() {
    let schema = ReportSchema(tables: [
      .init(
        name: "notes", kind: "table", columns: [.init(name: "owner", type: "INTEGER")],
        references: [.init(columns: ["OWNER"], table: "Users")]),
      .init(
        name: "users", kind: "table",
        columns: [.init(name: "name", type: "TEXT"), .init(name: "id", type: "INTEGER", isKey: true)]),
    ])
    let diagram = SchemaDiagram(schema)
    #expect(diagram.edges.count == 1)
    #expect(points(diagram.edges[0].path).last == middle(of: 1, in: 1, diagram))
    #expect(diagram.edges[0].words == "notes (OWNER) refers to Users")
  }

  @Test func aReferenceToAMissingTableIsNotDrawn() {
    let table = ReportSchema.Table(
      name: "a", kind: "table", columns: [.init(name: "b", type: "")],
      references: [.init(columns: ["b"], table: "gone")])
    #expect(SchemaDiagram(ReportSchema(tables: [table])).edges.isEmpty)
  }

  @Test func aLongTableIsCut() {
    let columns = (0..<100).map { ReportSchema.Column(name: "c\($0)", type: "TEXT") }
    let table = ReportSchema.Table(
      name: "a", kind: "table", columns: columns,
      references: [.init(columns: ["c90"], table: "a", tableColumns: ["c0"])])
    let diagram = SchemaDiagram(ReportSchema(tables: [table]))
    #expect(diagram.boxes[0].height == SchemaDiagram.Size.header + SchemaDiagram.Size.rows * SchemaDiagram.Size.row)
    // The row is not drawn, so the line begins at the header.
    #expect(points(diagram.edges[0].path)[1] < diagram.boxes[0].y + SchemaDiagram.Size.header)
  }

  private func text(_ html: HTML) -> String {
    var text = ""
    html.write(to: &text)
    return Markup("<!DOCTYPE html>\n" + text).text
  }

  @Test func keysAndRequiredColumnsAreMarked() {
    let table = ReportSchema.Table(
      name: "a", kind: "table",
      columns: [
        .init(name: "id", type: "INTEGER", isKey: true), .init(name: "b_id", type: "TEXT", isRequired: true),
        .init(name: "c_id", type: "TEXT"),
      ],
      references: [
        .init(columns: ["ID"], table: "b"), .init(columns: ["b_id"], table: "b"),
        .init(columns: ["c_id"], table: "c", isDeclared: false),
      ])
    #expect(table.columns.map { table.mark(of: $0) } == ["PK FK", "FK", ""])
    #expect(table.columns.map(\.shownType) == ["INTEGER\u{A0}\u{A0}", "TEXT •", "TEXT\u{A0}\u{A0}"])
    let entity = ReportSchema.Table(name: "a", kind: "entity", columns: table.columns, references: table.references)
    #expect(entity.columns.map { entity.mark(of: $0) } == ["UQ", "→", ""])
    let picture = text(SchemaDiagram(ReportSchema(tables: [table])).svg(title: "a"))
    #expect(picture.contains("PK FK") && picture.contains("TEXT •"))
  }

  @Test func aReferenceThatIsNotDeclaredIsDashed() {
    let schema = ReportSchema(tables: [
      .init(
        name: "notes", kind: "table", columns: [.init(name: "user_id", type: "INTEGER")],
        references: [.init(columns: ["user_id"], table: "users", isDeclared: false)]),
      .init(name: "users", kind: "table", columns: [.init(name: "id", type: "INTEGER", isKey: true)]),
    ])
    let diagram = SchemaDiagram(schema)
    #expect(diagram.edges.map(\.isDeclared) == [false])
    #expect(diagram.edges.map(\.words) == ["notes (user_id) refers to users, evident from the name, not declared"])
    var svg = ""
    diagram.svg(title: "a").write(to: &svg)
    #expect(svg.contains("<path class=\"evident\""))
  }

  /// Each table is in one part, a picture of a part has the lines between its tables, and the overview the others.
  @Test(arguments: [101, 260, 600])
  func parts(tables count: Int) {
    var tables = (0..<count).map { ReportSamples.table($0, version: 1) }
    tables += ["x", "y"].map { .init(name: $0, kind: "table", columns: [.init(name: "id", type: "INTEGER")]) }
    let parts = SchemaParts(ReportSchema(tables: tables))
    #expect(parts.groups.flatMap(\.tables).sorted() == Array(0..<count + 2))
    #expect(Set(parts.groups.map(\.name)).count == parts.groups.count)
    #expect(parts.groups.last?.centre == nil && parts.groups.last?.tables.count == 2)
    let inside = parts.groups.map { parts.picture(of: $0).edges.count }.reduce(0, +)
    let between = parts.overview.edges.compactMap { Int($0.words.prefix { $0.isNumber }) }.reduce(0, +)
    #expect(inside + between == count - 1)
    #expect(parts.names.count == count + 2)
  }
}
