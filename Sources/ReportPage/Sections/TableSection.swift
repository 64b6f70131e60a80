internal import SQLiteSyntax

/// A part for each table: its columns with their history, its keys, indexes and triggers.
struct TableSection {
  let part: Part
  /// The parts of the newest version, if it has too many tables for one picture.
  let parts: SchemaParts?

  var html: HTML {
    let line = part.line
    let history = TableHistory(line.compactMap { version in part.schema(of: version).map { (version.name, $0) } })
    if history.tables.isEmpty { return .nothing }
    let names = Dictionary(history.tables.map { ($0.table.name.identifier, $0.table.name) }) { first, _ in first }
    let pictures = (parts?.names ?? [:]).map { (parts?.schema.tables[$0.key].name.identifier, $0.value) }
    let places = Dictionary(pictures) { first, _ in first }
    return part.section(
      "tables", "Tables",
      history.tables.map { table in
        self.table(table, table.removedIn == nil ? places[table.table.name.identifier] : nil, names)
      })
  }

  /// - Parameters:
  ///   - picture: the name of the part that has the table.
  ///   - names: the names of all tables.
  private func table(_ entry: TableHistory.Table, _ picture: String?, _ names: [Identifier: String]) -> HTML {
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
      scrollable(
        part.label("Columns of \(table.name)"),
        [
          element(
            "table", ["class": "columns"],
            [element("thead", [:], [head]), element("tbody", [:], table.columns.map { row($0, entry) })])
        ])
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
    if let picture {
      let link = element("a", ["href": "#" + part.address.picture(picture)], [.text(picture)])
      children.append(element("p", [:], ["Picture: ", link]))
    }
    return folded(
      ["class": "table", "id": part.address.table(table.name), "data-item": ""], summary: summary, children)
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
    if !reference.isDeclared { return [columns, " refers to ", link ?? text, ", evident from the name, not declared"] }
    return [columns, " refers to ", link ?? text]
      + (reference.rule.isEmpty ? [] : [", ", element("code", [:], [.text(reference.rule)])])
  }
}
