internal import Findings
internal import LedgerEntries

// SL501 and SL502, and the findings that can be waived.

extension Finding {
  /// - Parameters:
  ///   - others: findings of the same code that the waiver does not name.
  ///   - isPartial: whether the waiver is used, but not for these of its versions.
  static func forUnused(_ waiver: Waiver, at path: String, others: [Finding] = [], isPartial: Bool = false) -> Finding {
    let lines = others.map(\.waiverKeys).uniqued.prefix(3)
    let remedy: Remedy? = isPartial ? .shortenWaiver : lines.isEmpty ? nil : .correctWaiver(to: Array(lines))
    return Finding(.waiver(.unused(.init(waiver))), remedy: remedy).about(waiver, at: path)
  }

  static func forExpired(_ waiver: Waiver, at path: String) -> Finding {
    Finding(.waiver(.expired(.init(waiver), waiver.limit))).about(waiver, at: path)
  }

  private func about(_ waiver: Waiver, at path: String) -> Finding {
    var finding = with(version: waiver.versions.count == 1 ? waiver.versions[0].name : nil, path: path)
    finding.line = waiver.line
    finding.object = waiver.object
    finding.column = waiver.column
    return finding
  }

  /// Whether the error may describe an intended effect, for example removed rows or a slow migration. For a lint rule,
  /// an exception at the statement is better than a waiver.
  public var mayBeIntended: Bool {
    let codes: Set<Code> = [
      .rowsLost, .valuesLost, .valuesMoved, .filledWithName, .dependsOnForeignKeys, .overBudget,
    ]
    return severity == .error && waiver == nil && codes.contains(code)
  }

  /// An item of `waivers.yml` for exactly this finding, without the reason.
  public var waiverLine: String {
    "- {\(["finding: \(code.rawValue)", waiverKeys, "reason: …"].filter { !$0.isEmpty }.joined(separator: ", "))}"
  }

  /// The keys of ``waiverLine`` that say what the finding is about: `version: 1.0.0, object: notes`.
  public var waiverKeys: String {
    let names = versions.map(yamlScalar)
    let version = names.count > 1 ? "[\(names.joined(separator: ", "))]" : names.first
    let places = [("path", path), ("object", object), ("column", column)].map { ($0, $1.map(yamlScalar)) }
    return ([("version", version)] + places).compactMap { key, value in value.map { "\(key): \($0)" } }
      .joined(separator: ", ")
  }

  /// A short reference to the finding: `SL305 of 1.2.0, users.nickname`.
  public var subject: String {
    WaiverFacts.Subject(code: code, versions: version.map { [$0] } ?? [], path: path, object: object, column: column)
      .name
  }
}

extension WaiverFacts.Subject {
  init(_ waiver: Waiver) {
    self.init(
      code: waiver.code, versions: waiver.versions.map(\.name), path: waiver.path, object: waiver.object,
      column: waiver.column)
  }
}
