internal import DiagramLayout
internal import SQLiteSyntax

/// The picture of a schema: boxes with a row for each column, and lines from the columns that refer to the columns that
/// they refer to.
struct SchemaDiagram {
  /// The lengths of a box in pixels. The script of the page draws other versions with the same ones.
  enum Size {
    static let header = 26
    static let row = 18
    /// The text has a fixed width, which only the reader's browser knows exactly. Common fonts have 0.6 em.
    static let character = 7.25
    static let padding = 10
    static let gap = 14
    /// The width of the marks before the names of columns.
    static let marks = 26
    /// Longer names are cut.
    static let nameLength = 32
    static let typeLength = 20
    /// More columns are not drawn.
    static let rows = 40
  }

  struct Edge {
    let from: Int
    let to: Int
    let path: String
    /// What it stands for, as a sentence.
    let words: String
    /// Whether the schema declares it.
    let isDeclared: Bool
  }

  /// The references between some tables.
  struct References {
    var graph = DiagramGraph()
    /// What each edge of the graph stands for.
    var words: [String] = []
    var areDeclared: [Bool] = []

    /// Those between some of the tables.
    func part(of tables: [Int]) -> References {
      let part = graph.part(of: tables)
      return References(
        graph: part.graph, words: part.edges.map { words[$0] }, areDeclared: part.edges.map { areDeclared[$0] })
    }
  }

  let tables: [ReportSchema.Table]
  let boxes: [DiagramBox]
  let edges: [Edge]
  let width: Int
  let height: Int

  init(_ schema: ReportSchema) { self.init(schema.tables, Self.references(of: schema.tables)) }

  /// - Parameter drawn: the references of the tables, with these indices.
  init(_ tables: [ReportSchema.Table], _ drawn: References) {
    // Low layers, because the box of the page is twice as wide as it is high.
    var options = DiagramOptions()
    (options.layerHeight, options.aspectRatio) = (800, 2.2)
    let diagram = Diagram(drawn.graph, options: options)
    self.tables = tables
    boxes = diagram.boxes
    width = diagram.width
    height = diagram.height
    edges = drawn.graph.edges.indices.compactMap { index in
      diagram.routes[index].map {
        Edge(
          from: drawn.graph.edges[index].from.node, to: drawn.graph.edges[index].to.node, path: $0.pathData,
          words: drawn.words[index], isDeclared: drawn.areDeclared[index])
      }
    }
  }

  /// The names are compared as SQLite does, without the case of ASCII letters.
  static func references(of tables: [ReportSchema.Table]) -> References {
    let places = Dictionary(tables.enumerated().map { ($0.element.name.identifier, $0.offset) }) { first, _ in first }
    var drawn = References(graph: DiagramGraph(nodes: tables.map(node)))
    for (index, table) in tables.enumerated() {
      for reference in table.references {
        guard let target = places[reference.table.identifier] else { continue }
        let keys =
          reference.tableColumns.isEmpty
          ? tables[target].columns.filter(\.isKey).map(\.name) : reference.tableColumns
        drawn.graph.edges.append(
          DiagramEdge(
            from: .init(index, row: row(of: reference.columns.first, in: table)),
            to: .init(target, row: row(of: keys.first, in: tables[target]))))
        drawn.words.append(reference.words(from: table.name))
        drawn.areDeclared.append(reference.isDeclared)
      }
    }
    return drawn
  }

  private static func row(of column: String?, in table: ReportSchema.Table) -> Int? {
    guard let name = column?.lowercased() else { return nil }
    return table.columns.prefix(shown(table)).firstIndex { $0.name.lowercased() == name }
  }

  /// The number of columns that are drawn.
  static func shown(_ table: ReportSchema.Table) -> Int {
    table.columns.count <= Size.rows ? table.columns.count : Size.rows - 1
  }

  private static func node(_ table: ReportSchema.Table) -> DiagramNode {
    let shown = shown(table)
    let columns = table.columns.prefix(shown)
    let lengths = columns.map { cut($0.name, Size.nameLength).count + cut($0.type, Size.typeLength).count }
    let text = max(cut(table.name, Size.nameLength).count + 1, lengths.max() ?? 0)
    let rows = shown + (table.columns.count > shown ? 1 : 0)
    return DiagramNode(
      width: Int(Double(text + 2) * Size.character) + 2 * Size.padding + Size.gap + Size.marks,
      headerHeight: Size.header,
      rowHeights: Array(repeating: Size.row, count: rows))
  }

  static func cut(_ text: String, _ length: Int) -> String {
    text.count > length ? text.prefix(length - 1) + "…" : text
  }
}

extension ReportSchema.Reference {
  func words(from table: String) -> String {
    let target = self.table + (tableColumns.isEmpty ? "" : " (\(tableColumns.joined(separator: ", ")))")
    let remark = isDeclared ? rule : "evident from the name, not declared"
    return "\(table) (\(columns.joined(separator: ", "))) refers to \(target)" + (remark.isEmpty ? "" : ", \(remark)")
  }
}

extension ReportSchema.Table {
  /// What stands before the name of a column in a picture; may be empty.
  func mark(of column: ReportSchema.Column) -> String {
    let refers = references.contains { reference in
      reference.isDeclared && reference.columns.contains { $0.identifier == column.name.identifier }
    }
    if kind == "entity" { return column.isKey ? "UQ" : refers ? "→" : "" }
    return [column.isKey ? "PK" : "", refers ? "FK" : ""].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension ReportSchema.Column {
  /// The type in a picture, with a dot if the column is required.
  var shownType: String {
    SchemaDiagram.cut(type, SchemaDiagram.Size.typeLength) + (isRequired ? " •" : "\u{A0}\u{A0}")
  }
}

extension SchemaDiagram {
  /// The end of the lines of all pictures, those that the script draws included. The style sheet refers to it.
  static let arrow = element(
    "svg", ["width": "0", "height": "0", "class": "arrow", "aria-hidden": "true"],
    [
      element(
        "defs", [:],
        [
          element(
            "marker",
            [
              "id": "arrow", "viewBox": "0 0 8 8", "refX": "7", "refY": "4", "markerWidth": "8", "markerHeight": "8",
              "markerUnits": "userSpaceOnUse", "orient": "auto",
            ], [element("path", ["d": "M0 0.5L7.5 4L0 7.5Z"])])
        ])
    ])

  /// The picture as an SVG element that a reader without a pointer can use, too.
  ///
  /// - Parameter target: the address to which a box leads; `nil` for boxes that can be selected.
  func svg(title: String, target: ((Int) -> String)? = nil) -> HTML {
    let lines = edges.map { edge in
      element(
        "path",
        [
          "class": edge.isDeclared ? nil : "evident", "d": edge.path, "data-from": "\(edge.from)",
          "data-to": "\(edge.to)",
        ],
        [element("title", [:], [.text(edge.words)])])
    }
    let nodes = tables.indices.map { index in
      let node = node(tables[index], boxes[index], index, isLink: target != nil)
      return target.map { element("a", ["href": "#" + $0(index)], [node]) } ?? node
    }
    return element(
      "svg",
      [
        "class": "diagram", "viewBox": "0 0 \(width) \(height)", "width": "\(width)", "height": "\(height)",
        "data-width": "\(width)", "data-height": "\(height)", "role": "group", "aria-label": title,
      ], [element("g", ["class": "edges"], lines), element("g", ["class": "nodes"], nodes)])
  }

  private func node(_ table: ReportSchema.Table, _ box: DiagramBox, _ index: Int, isLink: Bool) -> HTML {
    var parts = [
      element(
        "rect",
        ["x": "\(box.x)", "y": "\(box.y)", "width": "\(box.width)", "height": "\(box.height)", "rx": "5"]),
      element(
        "text", ["class": "name", "x": "\(box.x + Size.padding)", "y": "\(box.y + 18)"],
        [.text(Self.cut(table.name, Size.nameLength))]),
      element(
        "line",
        [
          "x1": "\(box.x)", "x2": "\(box.right)", "y1": "\(box.y + Size.header)", "y2": "\(box.y + Size.header)",
        ]),
    ]
    let shown = Self.shown(table)
    for (row, column) in table.columns.prefix(shown).enumerated() {
      let y = "\(box.y + Size.header + row * Size.row + 13)"
      let mark = table.mark(of: column)
      if !mark.isEmpty {
        parts.append(element("text", ["class": "kind", "x": "\(box.x + 6)", "y": y], [.text(mark)]))
      }
      parts.append(
        element(
          "text", ["class": column.isKey ? "key" : nil, "x": "\(box.x + Size.padding + Size.marks)", "y": y],
          [.text(Self.cut(column.name, Size.nameLength))]))
      if !column.type.isEmpty || column.isRequired {
        parts.append(
          element("text", ["class": "type", "x": "\(box.right - 6)", "y": y], [.text(column.shownType)]))
      }
    }
    if table.columns.count > shown {
      parts.append(
        element(
          "text", ["class": "type more", "x": "\(box.right - Size.padding)", "y": "\(box.bottom - 5)"],
          [.text("and \(table.columns.count - shown) more")]))
    }
    return element(
      "g",
      [
        "class": "node", "data-node": "\(index)", "data-table": table.name, "tabindex": isLink ? nil : "0",
        "role": isLink ? nil : "button", "aria-pressed": isLink ? nil : "false",
        "aria-label": isLink ? nil : "\(table.kind) \(table.name)",
      ], parts)
  }
}
