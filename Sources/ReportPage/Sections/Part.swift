/// What the sections of a database have in common.
struct Part {
  let database: ReportDatabase
  let address: Address
  /// The level of the heading of a section.
  let level: Int
  /// The address of each finding.
  let findings: [String]

  init(database: ReportDatabase, address: Address, level: Int) {
    (self.database, self.address, self.level) = (database, address, level)
    var counts: [String: Int] = [:]
    findings = database.findings.map { finding in
      let text = address.finding(finding)
      counts[text, default: 0] += 1
      return counts[text] == 1 ? text : "\(text)-\(counts[text, default: 1])"
    }
  }

  /// The versions in force, oldest first: the line along which columns have a history.
  var line: [ReportDatabase.Version] {
    database.versions.filter { [.present, .uncommitted].contains($0.state) && schema(of: $0) != nil }
  }

  func schema(of version: ReportDatabase.Version) -> ReportSchema? {
    guard let index = version.schema, database.schemas.indices.contains(index) else { return nil }
    return database.schemas[index]
  }

  func heading(_ title: String) -> HTML { element("h\(level)", [:], [.text(title)]) }

  func section(_ name: String, _ title: String, _ children: [HTML]) -> HTML {
    element("section", ["id": address.section(name), "aria-label": label(title)], [heading(title)] + children)
  }

  /// The name of a part of the page for screen readers, different for each database.
  func label(_ title: String) -> String { address.prefix.isEmpty ? title : "\(title) of \(database.name)" }

  /// Names of versions, each of which leads to the version if it is one. Beyond the first few, they are folded.
  func links(to names: [String]) -> [HTML] {
    let links = names.map { name in database.versions.last { $0.name == name }.map(link) ?? .text(name) }
    guard links.count > Self.shownLinks + 2 else { return links.joined(by: ", ") }
    let rest = Array(links.dropFirst(Self.shownLinks))
    return links.prefix(Self.shownLinks).map { .several([$0, ", "]) } + [
      element(
        "details", ["class": "more"],
        [element("summary", [:], [.text("and \(rest.count) more")])] + rest.joined(by: ", "))
    ]
  }

  private static let shownLinks = 8

  func link(to version: ReportDatabase.Version) -> HTML {
    element("a", ["href": "#" + address.version(version.name, entry: version.entry)], [.text(version.name)])
  }
}
