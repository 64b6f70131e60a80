internal import Manual

/// The findings of a database, each open, with its cause, what helps and the text of its rule.
struct FindingSection {
  let part: Part
  let rules: [String: Report.Rule]

  var html: HTML {
    let all = zip(part.database.findings, part.findings)
    let open = all.filter { $0.0.waiver == nil }
    let waived = all.filter { $0.0.waiver != nil }
    var children = [element("p", ["class": "summary"], [.text(part.database.summary)])]
    if open.isEmpty { children.append(element("p", [:], [.mark("passed", "✓", "nothing was found")])) }
    children += open.map { finding($0.0, $0.1, isOpen: true) }
    if !waived.isEmpty {
      children.append(
        element(
          "details", ["class": "waived"],
          [element("summary", [:], [.count(waived.count, "waived finding")])]
            + waived.map { finding($0.0, $0.1, isOpen: false) }))
    }
    return part.section("findings", "Findings", children)
  }

  private func finding(_ finding: ReportFinding, _ address: String, isOpen: Bool) -> HTML {
    let (sign, kind) =
      switch finding.severity {
      case .error: ("✗", "failed")
      case .warning: ("!", "warned")
      case .note: ("i", "note")
      }
    let summary = element(
      "summary", [:],
      [
        .mark(kind, sign, finding.severity.rawValue), " ", element("strong", [:], [.text(finding.code)]), " ",
        .text(finding.message),
      ])
    var children: [HTML] = [summary]
    var facts: [(String, HTML)] = []
    // Some messages start with the place.
    if let place = finding.place, !finding.message.contains(place) {
      facts.append(("Place", element("code", [:], [.text(place)])))
    }
    if !finding.versions.isEmpty { facts.append(("Versions", .several(versions(of: finding)))) }
    if let waiver = finding.waiver { facts.append(("Waived", .text(waiver))) }
    if !facts.isEmpty {
      children.append(
        element(
          "dl", [:], facts.flatMap { [element("dt", [:], [.text($0.0)]), element("dd", [:], [$0.1])] }))
    }
    children += details(of: finding)
    if !finding.samples.isEmpty {
      children += [element("p", ["class": "label"], ["Rows"]), preformatted(finding.samples)]
    }
    if let hint = finding.hint { children.append(element("p", ["class": "hint"], [.text("What helps: " + hint)])) }
    for command in finding.commands {
      if !command.purpose.isEmpty { children.append(element("p", ["class": "label"], [.text(command.purpose)])) }
      children.append(preformatted([command.text]))
    }
    if let rule = rules[finding.code] {
      children.append(
        element(
          "details", ["class": "rule"],
          [element("summary", [:], [.text("About \(rule.code): \(rule.title)")])]
            + rule.text.map { HTML($0, below: part.level) }))
    }
    return element(
      "details",
      ["class": "finding \(kind)", "id": address, "open": isOpen ? "" : nil, "data-item": ""],
      children)
  }

  /// Many lines are folded.
  private func details(of finding: ReportFinding) -> [HTML] {
    let lines = finding.details
    if lines.isEmpty { return [] }
    guard lines.count > Self.shownLines + 3 else { return [preformatted(lines)] }
    let rest = Array(lines.dropFirst(Self.shownLines))
    return [
      preformatted(Array(lines.prefix(Self.shownLines))),
      element(
        "details", ["class": "rule"],
        [element("summary", [:], [.text("\(rest.count) more lines")]), preformatted(rest)]),
    ]
  }

  private static let shownLines = 12

  /// The names, each of which leads to the version if it is one.
  private func versions(of finding: ReportFinding) -> [HTML] {
    finding.versions.map { name in
      part.database.versions.last { $0.name == name }.map(part.link) ?? .text(name)
    }.joined(by: ", ")
  }
}
