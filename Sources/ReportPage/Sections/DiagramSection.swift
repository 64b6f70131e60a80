/// The diagram of the newest version. The script of the page shows others.
struct DiagramSection {
  let part: Part
  /// Whether there is room for pictures.
  let hasPictures: Bool
  /// The diagram of each schema; empty if there are too many tables for a picture.
  let diagrams: [Int: SchemaDiagram]

  /// A picture of more tables cannot be read. Each table then has one of its own, with its neighbours.
  static let mostTables = 100

  var html: HTML {
    guard let latest = part.line.last, let index = latest.schema, let schema = part.schema(of: latest),
      !schema.tables.isEmpty
    else { return .nothing }
    guard let diagram = diagrams[index] else {
      return part.section("diagram", "Diagram", [element("p", [:], [.text(reason(latest.name, schema.tables.count))])])
    }
    let relations = diagram.edges.map { element("li", [:], [.text($0.words)]) }
    let list: HTML =
      relations.isEmpty
      ? element("p", [:], ["No table refers to another one."])
      : element(
        "details", [:],
        [
          element("summary", [:], [.count(relations.count, "reference"), .text(" of \(latest.name) as text")]),
          element("ul", [:], relations),
        ])
    return part.section(
      "diagram", "Diagram",
      [
        element(
          "div", ["class": "tools", "hidden": "", "data-diagram-tools": ""],
          [
            element(
              "label", [:],
              [
                "Version ",
                element("input", ["type": "range", "min": "0", "max": "0", "step": "1", "data-slider": ""]), " ",
                element("output", ["data-slider-name": ""]),
              ]),
            element("button", ["type": "button", "data-zoom": "-"], ["smaller"]),
            element("button", ["type": "button", "data-zoom": "+"], ["larger"]),
          ]),
        element(
          "figure", ["data-figure": ""],
          [
            element("figcaption", [:], [.text("The schema of \(latest.name)")]),
            element(
              "div",
              ["class": "scroll picture", "tabindex": "0", "role": "region", "aria-label": "Picture of the schema"],
              [diagram.svg(title: "The tables of \(latest.name)", address: part.address)]),
          ]),
        element("p", ["class": "diagram-changes", "aria-live": "polite", "data-diagram-changes": ""]), list,
      ])
  }

  /// Why there is no picture.
  private func reason(_ version: String, _ count: Int) -> String {
    if !hasPictures { return "The page would be too large with pictures." }
    return """
      \(version) has \(count) tables, too many for one picture. Each table below has a picture with the tables that it \
      refers to or that refer to it.
      """
  }
}
