internal import Findings
internal import LedgerEntries

extension Finding {
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
    WaivedSubject(code, versions: version.map { [$0] } ?? [], path: path, object: object, column: column)
      .name
  }
}
