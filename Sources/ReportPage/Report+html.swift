internal import CReportPage
internal import CanonicalJSON
internal import Digests
internal import Findings
internal import Foundation
internal import ReportDocuments

extension Report {
  /// The size in bytes that the page does not exceed where leaving out parts can prevent it.
  public static let sizeLimit = 10_000_000

  /// The report as one HTML page, which loads nothing, runs only its own script and can be read without it. Equal reports
  /// give equal pages.
  ///
  /// If the page would be larger than ``sizeLimit``, it leaves out diagrams of older versions first, then changes beyond the
  /// tenth of each version, then what the script compares older versions with, and at last all diagrams. It says so.
  public func html() -> String {
    for detail in PageDetail.allCases {
      let page = Page(report: self, detail: detail).html
      if page.utf8.count <= Self.sizeLimit || detail == PageDetail.allCases.last { return page }
    }
    return ""
  }
}

/// How much of a report a page has.
enum PageDetail: CaseIterable {
  case everything
  case newestDiagrams
  case fewChanges
  case newestVersions
  case withoutDiagrams

  var changeLimit: Int {
    switch self {
    case .everything, .newestDiagrams: 200
    case .fewChanges, .newestVersions, .withoutDiagrams: 10
    }
  }

  /// The number of versions whose schemas the script knows.
  var versionLimit: Int {
    switch self {
    case .everything, .newestDiagrams, .fewChanges: .max
    case .newestVersions: 10
    case .withoutDiagrams: 2
    }
  }

  /// What is missing, as a sentence.
  var remark: String? {
    switch self {
    case .everything: nil
    case .newestDiagrams:
      "The page would be too large with the diagrams of all versions, so it has only that of the newest."
    case .fewChanges:
      "The page would be too large, so it has only the diagram of the newest version, and ten changes of each version."
    case .newestVersions:
      """
      The page would be too large, so it has only the diagram of the newest version, and ten changes of each version; it \
      compares only the newest ten.
      """
    case .withoutDiagrams:
      """
      The page would be too large, so it has no diagrams, and ten changes of each version; it compares only the newest two.
      """
    }
  }
}

/// The page of a report.
private struct Page {
  let report: Report
  let detail: PageDetail

  private var parts: [Part] {
    let isOnly = report.databases.count == 1
    return report.databases.map {
      Part(database: $0, address: Address(ofDatabase: $0.name, isOnly: isOnly), level: isOnly ? 2 : 3)
    }
  }

  var html: String {
    let parts = parts.map { ($0, diagrams(of: $0)) }
    let body = [
      element("a", ["class": "skip", "href": "#content"], ["Skip to the content"]), navigation(parts.map(\.0)),
      header(parts.map(\.0)),
      element("main", ["id": "content"], [comparison(parts.map(\.0))] + parts.map { database($0, $1) } + [rules]),
      footer,
    ]
    // The content of this element is data, which nothing runs.
    let data = PageData.json(parts, versions: detail.versionLimit).canonical.replacing("<", with: "\\u003c")
    let policy =
      """
      default-src 'none'; style-src '\(Self.source(of: Self.style))'; script-src '\(Self.source(of: Self.script))'; \
      base-uri 'none'; form-action 'none'
      """
    let page = element(
      "html", ["lang": "en"],
      [
        element(
          "head", [:],
          [
            element("meta", ["charset": "utf-8"]),
            element("meta", ["http-equiv": "Content-Security-Policy", "content": policy]),
            element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            element("meta", ["name": "color-scheme", "content": "light dark"]),
            element("meta", ["name": "generator", "content": report.program]),
            element("title", [:], [.text("\(report.title): \(verdictWords.lowercased())")]),
            element("style", [:], [.trusted(Self.style)]),
          ]),
        element(
          "body", [:],
          body + [
            SchemaDiagram.arrow,
            element("script", ["type": "application/json", "id": "data"], [.trusted(data)]),
            element("script", [:], [.trusted(Self.script)]),
          ]),
      ])
    var text = "<!DOCTYPE html>\n"
    page.write(to: &text)
    return text + "\n"
  }

  // MARK: Parts of the page

  private var verdictWords: String {
    let isEmpty = report.databases.allSatisfy(\.versions.isEmpty)
    if isEmpty, [.passed, .warned].contains(report.verdict) { return "Nothing is frozen yet" }
    return switch report.verdict {
    case .passed: "Ready to release"
    case .warned: "Look before you release"
    case .failed: "Not ready to release"
    case .incomplete: "Not known yet"
    }
  }

  /// The verdict in a sentence, and what to do next.
  private func header(_ parts: [Part]) -> HTML {
    let (kind, sign) =
      switch report.verdict {
      case .passed: ("passed", "✓")
      case .warned: ("warned", "!")
      case .failed, .incomplete: ("failed", "✗")
      }
    let findings = report.databases.flatMap(\.findings).filter { $0.waived == nil }
    var counts: [HTML] = [.count(report.databases.reduce(0) { $0 + $1.versions.count }, "version")]
    if report.databases.count > 1 { counts.insert(.count(report.databases.count, "database"), at: 0) }
    for severity in Severity.allCases.reversed() {
      let count = findings.count { $0.severity == severity }
      if count > 0 { counts.append(.count(count, severity.rawValue)) }
    }
    if let commit = report.commit { counts.append(.several(["commit ", element("code", [:], [.text(commit)])])) }
    if let date = report.date { counts.append(.text(date)) }
    let reasons = report.databases.map { report.databases.count > 1 ? "\($0.name): \($0.summary)" : $0.summary }
    let reason = report.verdict == .incomplete ? "this run is not complete" : reasons.joined(separator: "; ")
    return element(
      "header", [:],
      [
        element(
          "div", ["class": "title"],
          [element("h1", [:], [.text(report.title)]), element("p", ["class": "counts"], counts.joined(by: " · "))]),
        element(
          "div", ["class": "verdict \(kind)"],
          [
            element(
              "p", [:],
              [
                .mark(kind, sign, verdictWords),
                .text(reason.isEmpty ? "." : ": \(reason)."),
              ])
          ] + next(parts)),
      ] + remarks)
  }

  /// The first finding, and what helps.
  private func next(_ parts: [Part]) -> [HTML] {
    let found = parts.flatMap { Array(zip($0.database.findings, $0.findings)) }.filter { $0.0.waived == nil }
    guard let worst = found.map(\.0.severity).max(), worst > .note,
      let (finding, address) = found.first(where: { $0.0.severity == worst })
    else { return [] }
    let link = element("a", ["href": "#" + address], [.text("\(finding.code) \(finding.message)")])
    return [element("p", [:], ["First: ", link])]
      + (finding.hint.map { [element("p", [:], [.text("What helps: \($0)")])] } ?? [])
  }

  /// They are folded, unless they say what the run lacks.
  private var remarks: [HTML] {
    let all = report.remarks + [detail.remark].compactMap(\.self)
    let list = element("ul", [:], all.map { element("li", [:], [.text($0)]) })
    if all.isEmpty { return [] }
    let summary = element("summary", [:], [.count(all.count, "remark"), " on what was not tried, and on limits"])
    return [
      element("details", ["class": "remarks", "open": report.verdict == .incomplete ? "" : nil], [summary, list])
    ]
  }

  private func navigation(_ parts: [Part]) -> HTML {
    let sections = [
      ("checks", "Checks"), ("diagram", "Diagram"), ("findings", "Findings"), ("versions", "Versions"),
      ("tables", "Tables"),
    ]
    let lists = parts.map { part in
      let items = sections.filter { has($0.0, part) }.map { name, title in
        element("li", [:], [element("a", ["href": "#" + part.address.section(name)], [.text(title)])])
      }
      let title = parts.count > 1 ? [element("span", ["class": "label"], [.text(part.database.name)])] : []
      return HTML.several(title + [element("ul", [:], items)])
    }
    func choice(_ label: String, _ name: String) -> HTML {
      element("select", [name: "", "aria-label": label])
    }
    let compare: [HTML] =
      hasComparison(parts)
      ? [
        element(
          "span", ["class": "compare"],
          [
            "Compare ", choice("Compare this version", "data-from-version"), " with ",
            choice("with this version", "data-to-version"), " ",
            element("button", ["type": "button", "data-compare-show": ""], ["show"]),
          ])
      ] : []
    let tools = element(
      "div", ["class": "tools", "hidden": "", "data-tools": ""],
      compare + [
        element(
          "label", [:],
          ["Search ", element("input", ["type": "search", "data-search": "", "placeholder": "name, code or text"])]),
        element("span", ["class": "label", "aria-live": "polite", "data-search-count": ""]),
        element("button", ["type": "button", "data-help": ""], ["keys"]),
      ])
    let menu = element(
      "button",
      [
        "type": "button", "class": "menu", "hidden": "", "aria-expanded": "false", "data-menu": "",
        "aria-label": "compare and search",
      ],
      ["⋯"])
    return element("nav", ["aria-label": "Sections"], lists + [menu, tools])
  }

  /// The comparison of any two versions, which the script of the page makes. The changes from each version to the next are
  /// beside the versions, and need no script.
  private func comparison(_ parts: [Part]) -> HTML {
    if !hasComparison(parts) { return .nothing }
    return element(
      "section", ["id": "compare", "aria-label": "Compare", "hidden": "", "data-compare": ""],
      [
        element("h2", ["data-compare-title": ""], ["Compare"]),
        element("div", ["aria-live": "polite", "data-comparison": ""]),
        element("button", ["type": "button", "data-compare-close": ""], ["close"]),
      ])
  }

  private func hasComparison(_ parts: [Part]) -> Bool { parts.contains { $0.line.count > 1 } }

  private var rules: HTML {
    if report.rules.isEmpty { return .nothing }
    return element(
      "section", ["id": "rules", "aria-label": "Rules of the findings"],
      [element("h2", [:], ["Rules of the findings"])]
        + report.rules.map { rule in
          folded(
            ["class": "rule", "id": Address.rule(rule.code)],
            summary: [element("strong", [:], [.text(rule.code)]), .text(" \(rule.title)")],
            rule.text.map { HTML($0, below: 2) })
        })
  }

  /// Whether the page of a database has a section.
  private func has(_ section: String, _ part: Part) -> Bool {
    switch section {
    case "checks": part.database.versions.contains { !$0.outcomes.isEmpty }
    case "diagram", "tables": part.line.last.flatMap(part.schema)?.tables.isEmpty == false
    default: true
    }
  }

  private func database(_ part: Part, _ diagrams: [Int: SchemaDiagram]) -> HTML {
    let rules = Dictionary(report.rules.map { ($0.code, $0) }) { first, _ in first }
    let title = report.databases.count > 1 ? [element("h2", [:], [.text(part.database.name)])] : []
    let latest = part.line.last.flatMap(part.schema)
    let isLarge = detail != .withoutDiagrams && (latest?.tables.count ?? 0) > DiagramSection.mostTables
    let parts = isLarge ? latest.map(SchemaParts.init) : nil
    let overview = [
      CheckSection(part: part).html, PendingSection(part: part).html,
      DiagramSection(part: part, hasPictures: detail != .withoutDiagrams, diagrams: diagrams, parts: parts).html,
    ]
    return element(
      "article", ["data-database": "", "aria-label": part.database.name],
      title + [
        element("div", ["class": "overview"], overview),
        FindingSection(part: part, rules: rules).html,
        VersionSection(part: part, changeLimit: detail.changeLimit).html,
        TableSection(part: part, parts: parts).html,
      ])
  }

  private var footer: HTML {
    element(
      "footer", [:],
      [
        element("p", ["class": "printed"], ["The tables and the older versions are in the file, and are not printed."]),
        element("p", [:], [.text("Made by \(report.program). The page loads nothing from elsewhere.")]),
        element(
          "dialog", ["data-help-dialog": "", "aria-label": "Keys"],
          [
            element("h2", [:], ["Keys"]),
            element(
              "dl", [:],
              [
                ("/", "search"), ("j, k", "next and previous finding"),
                ("[, ]", "older and newer version in the diagram"),
                ("+, −, 0", "zoom the diagram, or fit it to its box"),
                ("arrows", "move the diagram, if its box is selected"),
                ("Enter", "on a table of the diagram: show its neighbours"), ("Esc", "show everything again"),
                ("?", "these keys"),
              ].flatMap { key, words in
                [element("dt", [:], [element("kbd", [:], [.text(key)])]), element("dd", [:], [.text(words)])]
              }),
            element("form", ["method": "dialog"], [element("button", [:], ["Close"])]),
          ]),
      ])
  }

  private func diagrams(of part: Part) -> [Int: SchemaDiagram] {
    let line = part.line.compactMap(\.schema)
    let drawn: Set<Int> =
      switch detail {
      case .everything: Set(line)
      case .newestDiagrams, .fewChanges, .newestVersions: Set(line.suffix(1))
      case .withoutDiagrams: []
      }
    var diagrams: [Int: SchemaDiagram] = [:]
    for index in drawn where part.database.schemas[index].tables.count <= DiagramSection.mostTables {
      diagrams[index] = SchemaDiagram(part.database.schemas[index])
    }
    return diagrams
  }

  // MARK: Script and style

  private static let script = text(schemaledger_report_script)
  private static let style = text(schemaledger_report_style)

  private static func text(_ file: schemaledger_report_file) -> String {
    String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.length), as: UTF8.self)
  }

  /// The source expression that allows exactly this text. https://www.w3.org/TR/CSP3/#grammardef-hash-source
  private static func source(of text: String) -> String {
    "sha256-" + Data(SHA256.digest(of: text.utf8)).base64EncodedString()
  }
}
