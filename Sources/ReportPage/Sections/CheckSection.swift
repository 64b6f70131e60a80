internal import ReportDocuments

/// What was checked of each version: a strip in which consecutive versions with equal outcomes are one column, and below
/// it, folded, each version.
struct CheckSection {
  let part: Part

  /// More columns would be too narrow to read.
  private static let mostGroups = 24

  /// Consecutive versions.
  private struct Group {
    let versions: [ReportDatabase.Version]

    /// The worst outcome of a check, and how many versions have an outcome of this kind.
    func outcome(_ check: Int) -> (worst: ReportDatabase.Outcome, count: Int) {
      let outcomes = versions.map { $0.outcomes[check] }
      let worst = outcomes.max { $0.rank < $1.rank } ?? .untried(nil)
      return (worst, outcomes.count { $0.rank == worst.rank })
    }
  }

  var html: HTML {
    let versions = Array(
      part.database.versions.filter { $0.outcomes.count == part.database.checks.count && !$0.outcomes.isEmpty }
        .reversed())
    if versions.isEmpty { return .nothing }
    let head = element(
      "thead", [:],
      [
        element(
          "tr", [:], (["Version"] + part.database.checks).map { element("th", ["scope": "col"], [.text($0)]) })
      ])
    let groups = Self.groups(of: versions)
    let strip = element(
      "table", ["class": groups.count > 8 ? "strip many" : "strip"], [head, element("tbody", [:], groups.map(row))])
    let rows = versions.map { version in
      element(
        "tr", ["data-item": "", "data-failed": version.outcomes.contains { $0.rank >= 3 } ? "" : nil],
        [element("th", ["scope": "row"], [part.link(to: version)])]
          + version.outcomes.map { element("td", [:], cell($0, [version])) })
    }
    return part.section(
      "checks", "Checks",
      [
        scrollable(part.label("Versions and checks, newest version first"), [strip]),
        folded(
          ["class": "rows"], summary: [.count(versions.count, "version"), ", newest first, with reasons"],
          [
            scrollable(
              part.label("Checks of each version"),
              [element("table", ["class": "checks"], [head, element("tbody", [:], rows)])])
          ]),
      ])
  }

  /// Versions with equal outcomes. If these are too many, equally large groups.
  private static func groups(of versions: [ReportDatabase.Version]) -> [Group] {
    var runs: [[ReportDatabase.Version]] = []
    for version in versions {
      if let last = runs.last?.last, last.outcomes == version.outcomes {
        runs[runs.count - 1].append(version)
      } else {
        runs.append([version])
      }
    }
    if runs.count > mostGroups {
      let size = (versions.count + mostGroups - 1) / mostGroups
      runs = stride(from: 0, to: versions.count, by: size).map { Array(versions[$0..<min($0 + size, versions.count)]) }
    }
    return runs.map(Group.init)
  }

  private func row(_ group: Group) -> HTML {
    let versions = group.versions
    var name: [HTML] = versions.last.map { [part.link(to: $0)] } ?? []
    if versions.count > 1, let newest = versions.first {
      name += [" – ", part.link(to: newest), element("span", ["class": "label"], [.text(" \(versions.count)")])]
    }
    // The style sheet makes the column of many versions wider.
    let width = String(String(versions.count, radix: 2).count)
    let cells = part.database.checks.indices.map { check in
      let (worst, count) = group.outcome(check)
      let share = count < versions.count ? [element("span", ["class": "label"], [.text(" \(count)")])] : []
      var reason: String?
      if case .untried(let text) = worst { reason = text }
      return element("td", ["class": worst.kind, "title": reason], cell(worst, versions, explained: false) + share)
    }
    return element("tr", ["class": "w\(width)"], [element("th", ["scope": "row"], name)] + cells)
  }

  private func cell(
    _ outcome: ReportDatabase.Outcome, _ versions: [ReportDatabase.Version], explained: Bool = true
  ) -> [HTML] {
    switch outcome {
    case .passed: [.mark("passed", "✓", "passed")]
    case .failed(let codes): [.mark("failed", "✗", "failed")] + links(codes, versions)
    case .warned(let codes): [.mark("warned", "!", "warned")] + links(codes, versions)
    case .waived(let codes): [.mark("note", "i", "waived")] + links(codes, versions)
    case .untried(let reason):
      [.mark("untried", "–", explained ? reason.map { "not tried: " + $0 } ?? "not tried" : "not tried")]
    }
  }

  /// The codes, each of which leads to its first finding about one of the versions, or about a migration.
  private func links(_ codes: [String], _ versions: [ReportDatabase.Version]) -> [HTML] {
    codes.flatMap { code -> [HTML] in
      let found =
        part.database.findings.firstIndex { finding in
          finding.code == code && versions.contains { finding.allVersions.contains($0.name) }
        } ?? part.database.findings.firstIndex { $0.code == code && $0.allVersions.isEmpty }
      guard let found else { return [.text(" " + code)] }
      return [" ", element("a", ["href": "#" + part.findings[found]], [.text(code)])]
    }
  }
}

extension ReportDatabase.Outcome {
  /// The worse, the higher.
  fileprivate var rank: Int {
    switch self {
    case .passed: 0
    case .waived: 1
    case .untried: 2
    case .warned: 3
    case .failed: 4
    }
  }

  /// The class of its cell.
  fileprivate var kind: String {
    switch self {
    case .passed: "passed"
    case .waived: "note"
    case .untried: "untried"
    case .warned: "warned"
    case .failed: "failed"
    }
  }
}
