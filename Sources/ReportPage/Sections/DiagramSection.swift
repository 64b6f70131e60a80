/// The diagram of the newest version, or an overview if it has many tables. The script of the page shows other versions.
struct DiagramSection {
  let part: Part
  /// Whether there is room for pictures.
  let hasPictures: Bool
  /// The diagram of each schema; empty if there are too many tables for a picture.
  let diagrams: [Int: SchemaDiagram]
  /// The parts of the newest version, if it has too many tables.
  let parts: SchemaParts?

  /// More tables cannot be read in one picture.
  static let mostTables = 100

  var html: HTML {
    guard let latest = part.line.last, let index = latest.schema, let schema = part.schema(of: latest),
      !schema.tables.isEmpty
    else { return .nothing }
    let title = "Diagram"
    guard hasPictures else {
      return part.section("diagram", title, [element("p", [:], ["The page would be too large with pictures."])])
    }
    if let parts { return part.section("diagram", title, overview(parts, latest.name)) }
    guard let diagram = diagrams[index] else { return .nothing }
    return part.section(
      "diagram", title,
      [
        tools(hasVersions: true),
        element(
          "figure", ["data-figure": ""],
          [
            element("figcaption", [:], [.text("The schema of \(latest.name)")]),
            picture("Picture of the schema", diagram.svg(title: "The tables of \(latest.name)")),
          ]),
        legend(of: part.database.schemas),
        element("div", ["class": "diagram-changes", "aria-live": "polite", "data-diagram-changes": ""]),
        relations(diagram, of: latest.name),
      ])
  }

  private func overview(_ parts: SchemaParts, _ version: String) -> [HTML] {
    let overview = parts.overview
    let list = parts.groups.map { group in
      let picture = parts.picture(of: group)
      let names = group.tables.prefix(8).map { parts.schema.tables[$0].name }.joined(separator: ", ")
      return folded(
        ["class": "part", "id": part.address.picture(group.name)],
        summary: [
          element("strong", [:], [.text(group.name)]),
          element(
            "span", ["class": "label"],
            [" ", .count(group.tables.count, "table"), .text(": \(names)\(group.tables.count > 8 ? ", …" : "")")]),
        ],
        [
          self.picture("Picture of the part \(group.name)", picture.svg(title: "The tables of \(group.name)")),
          element("ul", [:], picture.edges.map { element("li", [:], [.text($0.words)]) }),
        ])
    }
    return [
      tools(hasVersions: false),
      element(
        "figure", [:],
        [
          element(
            "figcaption", [:],
            [
              .text(
                "\(parts.schema.tables.count) tables of \(version) in \(parts.groups.count) parts; each leads to its picture"
              )
            ]),
          picture(
            "Picture of the parts",
            overview.svg(title: "The parts of \(version)") {
              part.address.picture(parts.groups[$0].name)
            }),
        ]),
      legend(of: [parts.schema]), element("div", ["class": "parts"], list),
    ]
  }

  private func tools(hasVersions: Bool) -> HTML {
    let slider: [HTML] =
      hasVersions
      ? [
        element(
          "label", ["data-slider-label": "", "hidden": ""],
          [
            "Version ",
            element("input", ["type": "range", "min": "0", "max": "0", "step": "1", "data-slider": ""]), " ",
            element("output", ["data-slider-name": ""]),
          ])
      ] : []
    return element(
      "div", ["class": "tools", "hidden": "", "data-diagram-tools": ""],
      slider + [
        element("button", ["type": "button", "data-zoom": "-", "aria-label": "smaller"], ["−"]),
        element("button", ["type": "button", "data-zoom": "+", "aria-label": "larger"], ["+"]),
        element("button", ["type": "button", "data-zoom": "0"], ["fit"]),
      ])
  }

  /// The box that a picture is fitted to. The script zooms and moves the picture in it.
  private func picture(_ label: String, _ svg: HTML) -> HTML {
    element(
      "div", ["class": "picture", "tabindex": "0", "role": "region", "aria-label": part.label(label)], [svg])
  }

  private func legend(of schemas: [ReportSchema]) -> HTML {
    let tables = schemas.flatMap(\.tables)
    let isModel = tables.contains { $0.kind == "entity" }
    let known =
      isModel
      ? [("UQ", "unique"), ("→", "relationship"), ("•", "not optional")]
      : [("PK", "primary key"), ("FK", "foreign key"), ("•", "NOT NULL")]
    var signs = known.map { [element("b", [:], [.text($0)]), .text(" \($1)")] }
    if tables.contains(where: { $0.references.contains { !$0.isDeclared } }) {
      signs.append([
        element(
          "svg", ["class": "sample", "width": "28", "height": "8", "aria-hidden": "true"],
          [element("path", ["d": "M0 4L28 4"])]),
        " evident from the name, not declared",
      ])
    }
    return element("p", ["class": "legend"], signs.map { element("span", [:], $0) }.joined(by: " "))
  }

  private func relations(_ diagram: SchemaDiagram, of version: String) -> HTML {
    let relations = diagram.edges.map { element("li", [:], [.text($0.words)]) }
    if relations.isEmpty { return element("p", ["class": "label"], ["No table refers to another one."]) }
    return folded(
      summary: [.count(relations.count, "reference"), .text(" of \(version) as text")],
      [element("ul", [:], relations)])
  }
}
