import CanonicalJSON
import Digests
import Findings
import Foundation
import ReportDocuments
import ReportPage
import Testing

@Suite struct PageTests {
  static let reports: [(name: String, report: Report)] =
    [
      ("one database", ReportSamples.report()), ("two databases", ReportSamples.report(databases: 2)),
      ("one version", ReportSamples.report(versions: 1)), ("no version", ReportSamples.report(versions: 0)),
      ("no table", ReportSamples.report(tables: 0)), ("no database", ReportSamples.report(databases: 0)),
      ("too many tables for a picture", ReportSamples.report(versions: 2, tables: 101)),
    ]
    + ReportSamples.hostileTexts.map { text in
      (text.debugDescription, ReportSamples.report(databases: 2, versions: 3, naming: { $0 + text }))
    }

  @Test(arguments: reports.indices)
  func everyPageIsWellFormed(index: Int) {
    let (name, report) = Self.reports[index]
    let page = Markup(report.html())
    #expect(page.problems == [], "\(name)")

    let ids = page.elements.compactMap { $0.attributes["id"] }
    let repeated = Dictionary(grouping: ids) { $0 }.filter { $0.value.count > 1 }.map(\.key)
    #expect(repeated == [], "\(name)")
    #expect(ids.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isWhitespace) }, "\(name)")

    for link in page.all("a") {
      let target = link.attributes["href"] ?? ""
      #expect(target.hasPrefix("#") && ids.contains(String(target.dropFirst())), "\(name): \(target)")
    }
  }

  /// Names never add an element, an attribute that runs, or an address to load from.
  @Test(arguments: reports.indices)
  func nothingRunsOrLoads(index: Int) {
    let (name, report) = Self.reports[index]
    let page = Markup(report.html())
    #expect(page.all("script").count == 2, "\(name)")
    #expect(page.all("style").count == 1, "\(name)")
    for element in page.elements {
      for attribute in element.attributes.keys {
        #expect(
          !attribute.hasPrefix("on") && !["src", "style", "srcdoc", "action"].contains(attribute),
          "\(name): \(attribute)")
      }
    }
    let allowed: Set<String> = [
      "a", "article", "body", "br", "button", "circle", "code", "dd", "del", "details", "dialog", "div", "dl", "dt",
      "em",
      "figcaption", "figure", "footer", "form", "g", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "html",
      "input",
      "kbd", "label", "li", "line", "main", "meta", "nav", "output", "p", "path", "pre", "rect", "script", "section",
      "select",
      "span", "strong", "style", "summary", "svg", "table", "tbody", "td", "text", "th", "thead", "title", "tr", "ul",
      "defs",
      "marker", "noscript", "b",
    ]
    #expect(Set(page.elements.map(\.name)).subtracting(allowed) == [], "\(name)")
    #expect(page.all("style").first.map { !$0.content.contains("url(h") && !$0.content.contains("@import") } == true)
  }

  @Test func thePolicyAllowsExactlyTheScriptAndTheStyle() throws {
    let page = Markup(ReportSamples.report(naming: { $0 + ReportSamples.hostileTexts[0] }).html())
    let metas = page.all("meta")
    let policy = try #require(
      metas.first { $0.attributes["http-equiv"] == "Content-Security-Policy" }?.attributes["content"])
    func source(_ element: Markup.Element?) throws -> String {
      let content = try #require(element).content
      return "'sha256-" + Data(SHA256.digest(of: content.utf8)).base64EncodedString() + "'"
    }
    let directives = policy.split(separator: ";").map { $0.trimmingPrefix(" ") }
    #expect(directives.contains("default-src 'none'"))
    #expect(directives.contains { $0 == "script-src \((try? source(page.all("script").last)) ?? "")" })
    #expect(directives.contains { $0 == "style-src \((try? source(page.all("style").first)) ?? "")" })
    #expect(!policy.contains("unsafe"))
    // A policy applies to what follows it.
    let place = page.elements.firstIndex { $0.attributes["http-equiv"] != nil }
    #expect(place.map { $0 < page.elements.firstIndex { $0.name == "style" } ?? 0 } == true)
  }

  @Test(arguments: reports.indices)
  func theDataIsJSONWithoutTags(index: Int) throws {
    let page = Markup(Self.reports[index].report.html())
    let script = try #require(page.all("script").first { $0.attributes["type"] == "application/json" })
    #expect(!script.content.contains("<"))
    #expect(JSONValue(parsing: Array(script.content.utf8)) != nil)
  }

  @Test(arguments: [["\u{202E}"], ["\u{0}"], ["\u{1B}"], ["\u{2066}"], ["\u{2028}"], ["\u{200B}"], ["\u{E0041}"]])
  func everyCharacterIsVisible(hidden: [Character]) {
    let page = ReportSamples.report(naming: { $0 + String(hidden) + "end" }).html()
    #expect(!page.contains(hidden[0]))
  }

  @Test func findingsWithTheSameTextHaveTheirOwnAddresses() {
    var report = ReportSamples.report()
    report.databases[0].findings += report.databases[0].findings + report.databases[0].findings
    let ids = Markup(report.html()).elements.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    #expect(ids.count { $0.hasPrefix("finding/SL302-") } == 3)
  }

  /// SQLite accepts a foreign key to a table that does not exist, and names in any case.
  @Test func referencesLeadToTablesThatExist() {
    var report = ReportSamples.report(tables: 2)
    for index in report.databases[0].schemas.indices {
      report.databases[0].schemas[index].tables[1].references = [
        .init(columns: ["owner"], table: "gone"), .init(columns: ["owner"], table: "NOTES0"),
      ]
    }
    let page = Markup(report.html())
    let ids = page.elements.compactMap { $0.attributes["id"] }
    let links = page.all("a").compactMap { $0.attributes["href"] }.filter { $0.hasPrefix("#table/") }
    #expect(links == ["#table/notes0"] && ids.contains("table/notes0"))
    #expect(page.text.contains("owner refers to gone"))
  }

  @Test func aSchemaThatIsNotThereIsLeftOut() {
    var report = ReportSamples.report()
    report.databases[0].versions[3].schema = 17
    report.databases[0].versions[2].schema = -1
    report.databases[0].versions[2].parents = [-1, 9]
    #expect(Markup(report.html()).problems == [])
  }

  @Test func equalReportsGiveEqualPages() {
    #expect(ReportSamples.report(databases: 2).html() == ReportSamples.report(databases: 2).html())
  }

  @Test func theScriptIsSmall() throws {
    let page = Markup(ReportSamples.report().html())
    #expect(try #require(page.all("script").last).content.utf8.count <= 24 * 1024)
  }

  /// The verdict and its first cause, the checks, the changes, the diagram, the findings, and then the rest.
  @Test func theOrderOfThePage() throws {
    let page = ReportSamples.report().html()
    let places = try [
      "Not ready to release", "First: ", "id=\"checks\"", "id=\"changes\"", "id=\"diagram\"", "id=\"findings\"",
      "id=\"versions\"", "id=\"tables\"",
    ].map { try #require(page.range(of: $0), "\($0)").lowerBound }
    #expect(places == places.sorted())
  }

  @Test(arguments: [
    (Report.Verdict.passed, "Ready to release: a summary."), (.warned, "Look before you release: a summary."),
    (.failed, "Not ready to release: a summary."), (.incomplete, "Not known yet: this run is not complete."),
  ])
  func theVerdictInASentence(verdict: Report.Verdict, sentence: String) {
    var report = ReportSamples.report()
    report.verdict = verdict
    #expect(Markup(report.html()).text.contains(sentence))
  }

  /// Versions with equal outcomes are one column, however many there are, and each version is below the strip.
  @Test(arguments: [(versions: 4, columns: 3), (versions: 200, columns: 3)])
  func theStripJoinsVersions(versions: Int, columns: Int) {
    let page = Markup(ReportSamples.report(versions: versions, tables: 1).html())
    let groups = page.elements.filter { $0.name == "tr" && $0.attributes["class"]?.hasPrefix("w") == true }
    #expect(groups.count == columns)
    #expect(page.elements.count { $0.name == "tr" && $0.attributes["data-failed"] != nil } == 1)
  }

  @Test func aStripOfVersionsThatAlternateHasFewColumns() {
    var report = ReportSamples.report(versions: 200, tables: 1)
    for index in stride(from: 0, to: 200, by: 2) {
      report.databases[0].versions[index].outcomes = [.failed(["SL302"]), .passed, .passed]
    }
    let page = Markup(report.html())
    #expect(page.elements.count { $0.name == "tr" && $0.attributes["class"]?.hasPrefix("w") == true } <= 24)
    #expect(page.text.contains("✗ failed SL302 5"))
  }

  @Test func whatChangedSinceTheNewestVersion() {
    var report = ReportSamples.report()
    #expect(!report.html().contains("In today&#39;s source"))
    report.databases[0].pending = []
    #expect(Markup(report.html()).text.contains("In today's source, since 1.3.0No schema change."))
    report.databases[0].pending = [
      .init(kind: "table.added", object: "tags", column: nil, before: nil, after: nil, verdict: "changed")
    ]
    #expect(Markup(report.html()).text.contains("In today's source, since 1.3.0+ table.added tags"))
  }

  /// Findings of one rule about one file have one heading, which names the versions in their natural order.
  @Test func findingsAreFoldedByCause() {
    var report = ReportSamples.report()
    let findings = report.databases[0].findings
    report.databases[0].findings = ["1.10.0", "1.9.0"].map { version in
      var finding = findings[0]
      (finding.version, finding.message) = (version, "the schema of \(version) differs")
      return finding
    }
    var note = findings[0]
    (note.severity, note.path) = (.note, nil)
    report.databases[0].findings += [note] + findings.dropFirst()
    let page = Markup(report.html())
    #expect(page.text.contains("SL302 2 findings: the schema differs migrations/2.sql in 1.9.0, 1.10.0"))
    let causes = page.elements.filter { $0.attributes["class"]?.hasPrefix("cause ") == true }
    #expect(causes.map { $0.attributes["open"] != nil } == [true])
    #expect(page.text.contains("1 note") && page.text.contains("1 waived finding"))
  }

  /// What is folded is one text for a browser that runs the script. `noscript` cannot be in itself.
  @Test(arguments: reports.indices)
  func foldedPartsAreNotNested(index: Int) {
    let page = Markup(Self.reports[index].report.html())
    #expect(page.all("noscript").allSatisfy { !$0.ancestors.contains("noscript") })
    #expect(page.all("table").allSatisfy { $0.attributes["class"] != "columns" || $0.ancestors.contains("noscript") })
  }

  /// Whatever is scrolled can be scrolled by keys, and says what it is.
  @Test(arguments: reports.indices)
  func everyBoxThatScrollsHasAName(index: Int) {
    let page = Markup(Self.reports[index].report.html())
    let boxes = page.elements.filter { ["scroll", "picture"].contains($0.attributes["class"]) }
    #expect(boxes.allSatisfy { $0.attributes["tabindex"] == "0" && $0.attributes["role"] == "region" })
    #expect(boxes.allSatisfy { $0.attributes["aria-label"]?.isEmpty == false })
  }

  @Test func whatAFindingSays() {
    let page = Markup(ReportSamples.report().html())
    for text in [
      "SL302", "error", "migrations/2.sql:1", "row", "add a migration", "To see more:", "schemaledger diff", "a cache",
      "- index.removed notes1: CREATE INDEX a", "in: notes1, notes2", "changed 0f3c9ab1 Ada 2026-03-12: Title",
      "a line of output", "SELECT 1 < 2;",
    ] {
      #expect(page.text.contains(text), "\(text)")
    }
    let findings = page.elements.filter { $0.attributes["class"]?.hasPrefix("finding ") == true }
    #expect(findings.map { $0.attributes["open"] != nil } == [true, false])
  }

  /// The limit for 50 versions of 60 tables.
  @Test func aLargePageIsSmallEnough() {
    #expect(ReportSamples.report(versions: 50, tables: 60).html().utf8.count <= 1_500_000)
  }

  @Test func aPageThatWouldBeTooLargeSaysWhatItLeavesOut() {
    var report = ReportSamples.report(versions: 40, tables: 2)
    let change = ChangeDocument(
      kind: "table.added", object: String(repeating: "a", count: 9_000), column: nil, before: nil, after: nil,
      verdict: "changed")
    for index in report.databases[0].versions.indices.dropFirst() {
      report.databases[0].versions[index].changes = Array(repeating: change, count: 30)
    }
    let page = report.html()
    #expect(page.utf8.count <= Report.sizeLimit)
    #expect(page.contains("The page would be too large"))
  }

  /// Each version changes every table, so that none is written once for several versions.
  @Test(arguments: [
    (versions: 60, tables: 110, text: 1_600, known: 10, remark: "it compares only the newest ten"),
    (versions: 12, tables: 150, text: 9_000, known: 2, remark: "it has no diagrams"),
  ])
  func manyVersionsOfManyTables(versions: Int, tables: Int, text: Int, known: Int, remark: String) throws {
    var report = ReportSamples.report(versions: versions, tables: tables)
    for version in report.databases[0].schemas.indices {
      for table in report.databases[0].schemas[version].tables.indices {
        report.databases[0].schemas[version].tables[table].details = [
          String(repeating: "a", count: text) + "\(version)"
        ]
      }
    }
    let page = report.html()
    #expect(page.utf8.count <= Report.sizeLimit)
    #expect(page.contains(remark))
    let script = try #require(Markup(page).all("script").first).content
    let data = try #require(JSONValue(parsing: Array(script.utf8)))
    #expect(data["databases"]?.array?.first?["versions"]?.array?.count == known)
    #expect(page.contains("v/1.0.0/"))
  }

  /// A name of a megabyte is not repeated as often as the page mentions it.
  @Test func aLongNameIsCut() {
    let long = String(repeating: "<", count: 1_000_000)
    let page = ReportSamples.report(versions: 2, tables: 2, naming: { $0 == "notes0" ? long : $0 }).html()
    #expect(page.utf8.count < 1_000_000)
    #expect(Markup(page).problems == [])
  }
}
