internal import LedgerEntries

// SL501 and SL502, and the findings that can be waived.

extension Finding {
  static func forUnused(_ waiver: Waiver, at path: String) -> Finding {
    Finding(.waiver(.unused(.init(waiver)))).about(waiver, at: path)
  }

  static func forExpired(_ waiver: Waiver, at path: String) -> Finding {
    Finding(.waiver(.expired(.init(waiver), waiver.limit))).about(waiver, at: path)
  }

  private func about(_ waiver: Waiver, at path: String) -> Finding {
    var finding = with(version: waiver.version?.name, path: path)
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
    let places = [("version", version), ("path", path), ("object", object), ("column", column)]
    let given = places.compactMap { key, value in value.map { "\(key): \(yamlScalar($0))" } }
    return "- {\((["finding: \(code.rawValue)"] + given).joined(separator: ", ")), reason: …}"
  }

  /// A short reference to the finding: `SL305 of 1.2.0, users.nickname`.
  public var subject: String {
    WaiverFacts.Subject(code: code, version: version, path: path, object: object, column: column).name
  }
}

extension WaiverFacts.Subject {
  init(_ waiver: Waiver) {
    self.init(
      code: waiver.code, version: waiver.version?.name, path: waiver.path, object: waiver.object,
      column: waiver.column)
  }
}
