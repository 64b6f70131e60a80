internal import ReportDocuments

/// The matrix of versions and checks.
struct CheckSection {
  let part: Part

  var html: HTML {
    let versions = part.database.versions.filter { !$0.outcomes.isEmpty }
    if versions.isEmpty { return .nothing }
    let head =
      [element("th", ["scope": "col"], ["Version"])]
      + part.database.checks.map { element("th", ["scope": "col"], [.text($0)]) }
    let rows = versions.reversed().map { version in
      element(
        "tr", ["data-item": "", "data-failed": version.outcomes.contains(where: \.isBad) ? "" : nil],
        [element("th", ["scope": "row"], [part.link(to: version)])]
          + version.outcomes.map { element("td", [:], cell($0, version)) })
    }
    return part.section(
      "checks", "Checks",
      [
        element(
          "p", ["class": "tools", "hidden": ""],
          [
            element(
              "label", [:],
              [element("input", ["type": "checkbox", "data-only-failed": ""]), " only versions with findings"])
          ]),
        element(
          "div", ["class": "scroll"],
          [
            element(
              "table", ["class": "checks"],
              [element("thead", [:], [element("tr", [:], head)]), element("tbody", [:], rows)])
          ]),
      ])
  }

  private func cell(_ outcome: ReportDatabase.Outcome, _ version: ReportDatabase.Version) -> [HTML] {
    switch outcome {
    case .passed: [.mark("passed", "✓", "passed")]
    case .failed(let codes): [.mark("failed", "✗", "failed")] + links(codes, version)
    case .warned(let codes): [.mark("warned", "!", "warned")] + links(codes, version)
    case .waived(let codes): [.mark("note", "i", "waived")] + links(codes, version)
    case .untried(let reason): [.mark("untried", "–", reason.map { "not tried: " + $0 } ?? "not tried")]
    }
  }

  /// The codes, each of which leads to its first finding about the version, or about a migration.
  private func links(_ codes: [String], _ version: ReportDatabase.Version) -> [HTML] {
    codes.flatMap { code -> [HTML] in
      let found =
        part.database.findings.firstIndex { $0.code == code && $0.allVersions.contains(version.name) }
        ?? part.database.findings.firstIndex { $0.code == code && $0.allVersions.isEmpty }
      guard let found else { return [.text(" " + code)] }
      return [" ", element("a", ["href": "#" + part.findings[found]], [.text(code)])]
    }
  }
}

extension ReportDatabase.Outcome {
  fileprivate var isBad: Bool {
    switch self {
    case .failed, .warned: true
    case .passed, .waived, .untried: false
    }
  }
}
