internal import ReportDocuments

/// A row for each version: its branch, its commit and what changed since its parent.
struct VersionSection {
  let part: Part
  /// The changes of older versions are left out beyond this number.
  let changeLimit: Int

  private static let laneWidth = 16

  var html: HTML {
    let versions = part.database.versions
    if versions.isEmpty { return part.section("versions", "Versions", [element("p", [:], ["No version is frozen."])]) }
    let lanes = Lanes(parents: versions.map(\.parents))
    let head = ["Branches", "Version", "Commit", "Date", "Author", "Changes since the version before"]
    let rows = zip(versions.reversed(), lanes.rows).map { row($0, $1, width: lanes.width) }
    func table(_ rows: ArraySlice<HTML>, _ label: String) -> HTML {
      scrollable(
        part.label(label),
        [
          element(
            "table", ["class": "versions"],
            [
              element("thead", [:], [element("tr", [:], head.map { element("th", ["scope": "col"], [.text($0)]) })]),
              element("tbody", [:], Array(rows)),
            ])
        ])
    }
    var children = [table(rows.prefix(Self.shownRows), "Versions, newest first")]
    let older = rows.dropFirst(Self.shownRows)
    if !older.isEmpty {
      children.append(
        folded(["class": "rows"], summary: [.count(older.count, "older version")], [table(older, "Older versions")]))
    }
    return part.section("versions", "Versions", children)
  }

  private static let shownRows = 12

  private func row(_ version: ReportDatabase.Version, _ lanes: Lanes.Row, width: Int) -> HTML {
    let state: HTML? =
      switch version.state {
      case .present: nil
      case .uncommitted: .mark("warned", "!", "not committed")
      case .absent: .mark("warned", "−", "not in the ledger now")
      case .withdrawn: .mark("note", "−", "withdrawn")
      }
    let isGone = [.absent, .withdrawn].contains(version.state)
    var name: [HTML] = [element(isGone ? "del" : "span", ["class": "name"], [.text(version.name)])]
    name += version.tags.prefix(4).flatMap { [" ", element("span", ["class": "tag"], [.text($0)])] }
    if version.tags.count > 4 { name.append(.text(" and \(version.tags.count - 4) more tags")) }
    if let state { name += [" ", state] }
    return element(
      "tr", ["id": part.address.version(version.name, entry: version.entry), "data-item": ""],
      [
        element("td", ["class": "lanes"], [drawing(lanes, width: width)]),
        element("th", ["scope": "row"], name),
        element("td", [:], [element("code", [:], [.text(version.commit ?? "–")])]),
        element("td", [:], [.text(version.date ?? "–")]), element("td", [:], [.text(version.author ?? "–")]),
        element("td", [:], changes(of: version)),
      ])
  }

  private func changes(of version: ReportDatabase.Version) -> [HTML] {
    if version.parents.isEmpty { return ["first version"] }
    if version.changes.isEmpty { return version.migrations.isEmpty ? ["none"] : [migrations(version)] }
    let counts = ChangeDocument.Effect.allCases.compactMap { effect -> String? in
      let count = version.changes.count { $0.effect == effect }
      return count == 0 ? nil : "\(count) \(effect.rawValue)"
    }
    var lines = version.changes.prefix(changeLimit).map { ChangeText(change: $0).html }
    let rest = version.changes.count - changeLimit
    if rest > 0 { lines.append(element("li", [:], [.text("and \(rest) more")])) }
    let list = element("ul", ["class": "changes"], lines)
    let details = element("details", [:], [element("summary", [:], [.text(counts.joined(separator: ", "))]), list])
    return version.migrations.isEmpty ? [details] : [details, migrations(version)]
  }

  private func migrations(_ version: ReportDatabase.Version) -> HTML {
    let shown = version.migrations.prefix(8).map { element("code", [:], [.text($0)]) }.joined(by: ", ")
    let rest = version.migrations.count - 8
    let more: [HTML] = rest > 0 ? [.text(" and \(rest) more")] : []
    return element("p", ["class": "label"], ["by "] + shown + more)
  }

  /// Lines that fill the height of the row, whatever it is.
  private func drawing(_ row: Lanes.Row, width: Int) -> HTML {
    func x(_ lane: Int) -> String { "\(lane * Self.laneWidth + Self.laneWidth / 2)" }
    func line(_ line: Lanes.Line, _ from: String, _ to: String) -> HTML {
      element(
        "line", ["x1": x(line.from), "y1": from, "x2": x(line.to), "y2": to, "vector-effect": "non-scaling-stroke"])
    }
    let total = width * Self.laneWidth
    return .several([
      // Takes the room, since the others are placed above the cell.
      element("svg", ["class": "room", "width": "\(total)", "height": "1", "aria-hidden": "true"]),
      element(
        "svg",
        ["viewBox": "0 0 \(total) 100", "width": "\(total)", "preserveAspectRatio": "none", "aria-hidden": "true"],
        row.upper.map { line($0, "0", "50") } + row.lower.map { line($0, "50", "100") }),
      element(
        "svg", ["class": "dot", "width": "\(total)", "height": "12", "aria-hidden": "true"],
        [element("circle", ["cx": x(row.lane), "cy": "6", "r": "4.5"])]),
    ])
  }
}

/// A change as an item of a list.
struct ChangeText {
  let change: ChangeDocument

  var html: HTML {
    let (kind, sign) =
      switch change.effect {
      case .added: ("added", "+")
      case .removed: ("removed", "−")
      case .changed: ("changed", "~")
      }
    let texts: [HTML] =
      switch (change.before, change.after) {
      case (let before?, let after?) where change.effect == .changed:
        [": ", element("code", [:], [.text(short(before))]), " → ", element("code", [:], [.text(short(after))])]
      case (_, let after?): [": ", element("code", [:], [.text(short(after))])]
      case (let before?, nil): [": ", element("code", [:], [.text(short(before))])]
      case (nil, nil): []
      }
    return element(
      "li", ["class": kind],
      [.mark(kind, sign, change.kind), " ", element("strong", [:], [.text(change.place)])] + texts)
  }

  /// A statement of many lines is in the section of its table.
  private func short(_ text: String) -> String {
    text.count > Self.longest ? text.prefix(Self.longest) + "…" : text
  }

  private static let longest = 120
}
