internal import Findings
internal import ReportDocuments

/// The findings of a database: errors are open, warnings are headings, and notes and what is waived are folded. Findings of
/// one rule about one file have one heading.
struct FindingSection {
  let part: Part
  let rules: [String: Report.Rule]

  private typealias Item = (finding: FindingDocument, address: String)

  var html: HTML {
    let all: [Item] = Array(zip(part.database.findings, part.findings))
    let open = all.filter { $0.finding.waived == nil && $0.finding.severity != .note }
    var children: [HTML] = []
    if open.isEmpty { children.append(element("p", [:], [.mark("passed", "✓", "no errors and no warnings")])) }
    children += causes(of: open).map(cause)
    let folds = [
      (all.filter { $0.finding.waived == nil && $0.finding.severity == .note }, "note"),
      (all.filter { $0.finding.waived != nil }, "waived finding"),
    ]
    for (items, noun) in folds where !items.isEmpty {
      children.append(
        element(
          "details", ["class": "waived"],
          [element("summary", [:], [.count(items.count, noun)])] + causes(of: items).map(cause)))
    }
    return part.section("findings", "Findings", children)
  }

  /// Findings of one rule about one file are next to each other, in the order of the first.
  private func causes(of items: [Item]) -> [[Item]] {
    var places: [String: Int] = [:]
    var causes: [[Item]] = []
    for item in items {
      let key = "\(item.finding.severity.rawValue) \(item.finding.code) \(item.finding.path ?? "")"
      if let place = places[key] {
        causes[place].append(item)
      } else {
        places[key] = causes.count
        causes.append([item])
      }
    }
    return causes
  }

  private func cause(_ items: [Item]) -> HTML {
    guard let first = items.first?.finding, items.count > 1 else {
      return .several(items.map { finding($0, isOpen: $0.finding.severity == .error && $0.finding.waived == nil) })
    }
    var heading: [HTML] = [
      Self.mark(first), " ", element("strong", [:], [.text(first.code)]), " ",
      .text("\(items.count) findings: \(rules[first.code]?.title ?? "one rule")"),
    ]
    if let path = first.path { heading += [" ", element("code", [:], [.text(path)])] }
    let versions = Set(items.flatMap(\.finding.allVersions)).sorted { $0.precedesNaturally($1) }
    if let oldest = versions.first, let newest = versions.last {
      let names =
        versions.count < 4 ? versions.joined(separator: ", ") : "\(versions.count) versions, \(oldest) to \(newest)"
      heading.append(element("span", ["class": "label"], [.text(" in \(names)")]))
    }
    return element(
      "details",
      ["class": "cause \(Self.kind(first).kind)", "open": first.severity == .note || first.waived != nil ? nil : ""],
      [element("summary", [:], heading)] + items.map { finding($0, isOpen: false) })
  }

  private static func kind(_ finding: FindingDocument) -> (sign: String, kind: String) {
    switch finding.severity {
    case .error: ("✗", "failed")
    case .warning: ("!", "warned")
    case .note: ("i", "note")
    }
  }

  private static func mark(_ finding: FindingDocument) -> HTML {
    let (sign, kind) = kind(finding)
    return .mark(kind, sign, finding.severity.rawValue)
  }

  private func finding(_ item: Item, isOpen: Bool) -> HTML {
    let finding = item.finding
    var children: [HTML] = [
      element(
        "summary", [:],
        [
          Self.mark(finding), " ", element("strong", [:], [.text(finding.code)]), " ", .text(finding.message),
        ])
    ]
    var facts: [(String, HTML)] = []
    // Some messages start with the place.
    if let file = finding.file, !finding.message.contains(file) {
      facts.append(("Place", element("code", [:], [.text(file)])))
    }
    if !finding.allVersions.isEmpty {
      facts.append(
        ("Versions", .several(part.links(to: finding.allVersions.sorted { $0.precedesNaturally($1) }))))
    }
    if let waived = finding.waived { facts.append(("Waived", .text(waived.reason))) }
    let details = finding.details
    if !details.isEmpty { facts.append(("Evidence", .several(folded(details)))) }
    if !finding.samples.isEmpty { facts.append(("Rows", preformatted(finding.samples))) }
    let help = help(finding)
    if !help.isEmpty { facts.append(("What helps", .several(help))) }
    if let rule = rules[finding.code] {
      facts.append(
        ("Rule", element("a", ["href": "#" + Address.rule(rule.code)], [.text("\(rule.code): \(rule.title)")])))
    }
    if !facts.isEmpty {
      children.append(
        element("dl", [:], facts.flatMap { [element("dt", [:], [.text($0.0)]), element("dd", [:], [$0.1])] }))
    }
    return element(
      "details",
      ["class": "finding \(Self.kind(finding).kind)", "id": item.address, "open": isOpen ? "" : nil, "data-item": ""],
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
