internal import Findings
internal import ReportDocuments

/// The findings of a database, each open, with its cause, what helps and the text of its rule.
struct FindingSection {
  let part: Part
  let rules: [String: Report.Rule]

  var html: HTML {
    let all = zip(part.database.findings, part.findings)
    let open = all.filter { $0.0.waived == nil }
    let waived = all.filter { $0.0.waived != nil }
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

  private func finding(_ finding: FindingDocument, _ address: String, isOpen: Bool) -> HTML {
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
    if let file = finding.file, !finding.message.contains(file) {
      facts.append(("Place", element("code", [:], [.text(file)])))
    }
    if !finding.allVersions.isEmpty { facts.append(("Versions", .several(versions(of: finding)))) }
    if let waived = finding.waived { facts.append(("Waived", .text(waived.reason))) }
    let details = finding.details
    if !details.isEmpty { facts.append(("Evidence", .several(folded(details)))) }
    if !finding.samples.isEmpty { facts.append(("Rows", preformatted(finding.samples))) }
    let help = help(finding)
    if !help.isEmpty { facts.append(("What helps", .several(help))) }
    if !facts.isEmpty {
      children.append(
        element("dl", [:], facts.flatMap { [element("dt", [:], [.text($0.0)]), element("dd", [:], [$0.1])] }))
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
  private func folded(_ lines: [String]) -> [HTML] {
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

  private func help(_ finding: FindingDocument) -> [HTML] {
    var help: [HTML] = []
    if let hint = finding.hint { help.append(element("p", [:], [.text(hint)])) }
    for command in finding.commands {
      if command.purpose == "inspect" { help.append(element("p", ["class": "label"], ["To see more:"])) }
      help.append(preformatted([command.command]))
    }
    return help
  }

  /// The names, each of which leads to the version if it is one.
  private func versions(of finding: FindingDocument) -> [HTML] {
    finding.allVersions.map { name in
      part.database.versions.last { $0.name == name }.map(part.link) ?? .text(name)
    }.joined(by: ", ")
  }
}

extension FindingDocument {
  /// The changes of schemas, other places, the commits and the output of a command.
  fileprivate var details: [String] {
    let changes = changes.map { change in
      let texts = [change.before, change.after].compactMap(\.self).joined(separator: " → ")
      return "\(change.effect.sign) \(change.kind) \(change.place)" + (texts.isEmpty ? "" : ": \(texts)")
    }
    let commits = commits.map { commit in
      // The page may be published, so it has no addresses of people.
      let author = commit.author.prefix(upTo: commit.author.firstRange(of: " <")?.lowerBound ?? commit.author.endIndex)
      return "\(commit.role) \(commit.commit.prefix(8)) \(author) \(commit.date.prefix(10)): \(commit.summary)"
    }
    return changes + (places.isEmpty ? [] : ["in: " + places.joined(separator: ", ")]) + commits + output
  }
}

extension ChangeDocument.Effect {
  fileprivate var sign: String {
    switch self {
    case .added: "+"
    case .removed: "-"
    case .changed: "~"
    }
  }
}
