internal import SQLiteSyntax

/// A part for each table: its columns with their history, its keys, indexes and triggers.
struct TableSection {
  let part: Part
  /// Whether a table has a picture if there is none of all tables.
  let hasPictures: Bool

  var html: HTML {
    let line = part.line
    let history = TableHistory(line.compactMap { version in part.schema(of: version).map { (version.name, $0) } })
    if history.tables.isEmpty { return .nothing }
    let latest = line.last.flatMap(part.schema)
    let names = Dictionary(history.tables.map { ($0.table.name.identifier, $0.table.name) }) { first, _ in first }
    let isLarge = hasPictures && (latest?.tables.count ?? 0) > DiagramSection.mostTables
    let offsets = (latest?.tables ?? []).enumerated().map { ($0.element.name.identifier, $0.offset) }
    let places = Dictionary(offsets) { first, _ in first }
    return part.section(
      "tables", "Tables",
      history.tables.map { table in
        let place = isLarge && table.removedIn == nil ? places[table.table.name.identifier] : nil
        return self.table(table, place.flatMap { place in latest.map { SchemaDiagram($0, around: place) } }, names)
      })
  }

  /// - Parameter names: the names of all tables.
  private func table(_ entry: TableHistory.Table, _ picture: SchemaDiagram?, _ names: [Identifier: String]) -> HTML {
    let table = entry.table
    let count: HTML =
      table.kind == "entity"
      ? .count(table.columns.count, "property", plural: "properties") : .count(table.columns.count, "column")
    var summary: [HTML] = [
      element(entry.removedIn == nil ? "strong" : "del", [:], [.text(table.name)]),
      element(
        "span", ["class": "label"],
        [" ", count, .text(" · \(table.kind) since \(entry.since)")]),
    ]
    if let version = entry.removedIn { summary += [" ", .mark("removed", "−", "removed in \(version)")] }
    let head = element(
      "tr", [:], ["Column", "Type", "Constraints", "Since"].map { element("th", ["scope": "col"], [.text($0)]) })
    var children: [HTML] = [
      element("summary", [:], summary),
      element(
        "div", ["class": "scroll"],
        [
          element(
            "table", ["class": "columns"],
            [element("thead", [:], [head]), element("tbody", [:], table.columns.map { row($0, entry) })])
        ]),
    ]
    if !entry.removedColumns.isEmpty {
      let removed = entry.removedColumns.map { name, version in
        element("li", [:], [element("del", [:], [.text(name)]), .text(", removed in \(version)")])
      }
      children += [element("p", ["class": "label"], ["Removed columns"]), element("ul", [:], removed)]
    }
    if !table.references.isEmpty {
      children.append(element("ul", [:], table.references.map { element("li", [:], reference($0, names)) }))
    }
    children += table.details.map { text in
      preformatted(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
    if let picture, !picture.edges.isEmpty {
      children.append(
        element(
          "div", ["class": "scroll picture"],
          [picture.svg(title: "\(table.name) and its neighbours", address: part.address)]))
    }
    return element(
      "details", ["class": "table", "id": part.address.table(table.name), "data-item": ""], children)
  }

  private func row(_ column: ReportSchema.Column, _ entry: TableHistory.Table) -> HTML {
    let events = entry.columns[column.name.identifier]?.events ?? []
    var since: [HTML] = events.first.map { [.text($0.version)] } ?? []
    for event in events.dropFirst() {
      since += [element("br"), .text("changed in \(event.version), "), element("code", [:], [.text(event.text)])]
    }
    return element(
      "tr", [:],
      [
        element("th", ["scope": "row"], [element("code", ["class": column.isKey ? "key" : nil], [.text(column.name)])]),
        element("td", [:], [element("code", [:], [.text(column.type)])]),
        element("td", [:], column.constraints.map { element("code", [:], [.text($0)]) }.joined(by: ", ")),
        element("td", [:], since),
      ])
  }

  private func reference(_ reference: ReportSchema.Reference, _ names: [Identifier: String]) -> [HTML] {
    let columns = element("code", [:], [.text(reference.columns.joined(separator: ", "))])
    let target =
      reference.table + (reference.tableColumns.isEmpty ? "" : " (\(reference.tableColumns.joined(separator: ", ")))")
    let text = element("code", [:], [.text(target)])
    let link = names[reference.table.identifier].map { element("a", ["href": "#" + part.address.table($0)], [text]) }
    return [columns, " refers to ", link ?? text]
      + (reference.rule.isEmpty ? [] : [", ", element("code", [:], [.text(reference.rule)])])
  }
}
