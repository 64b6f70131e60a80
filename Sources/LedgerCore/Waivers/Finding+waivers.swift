internal import LedgerEntries

// SL5xx, waivers.

extension Finding {
  static func unused(_ waiver: Waiver, at path: String) -> Finding {
    Finding(
      .unusedWaiver, "\(path)\(waiver.place): nothing is found that it waives: \(waiver.subject)",
      hint: "take it out; for another finding it has to say what that says, word for word"
    ).about(waiver, at: path)
  }

  static func expired(_ waiver: Waiver, at path: String) -> Finding {
    let limit = waiver.limit.map { limit in
      switch limit {
      case .version(let version): "until \(version) was frozen"
      case .day(let day): "to the end of \(day)"
      }
    }
    return Finding(
      .expiredWaiver, "\(path)\(waiver.place): \(waiver.subject) was waived \(limit ?? "for a time"), which is over",
      hint: "mend what it waives and take it out, or say anew why and 'until' when"
    ).about(waiver, at: path)
  }

  private func about(_ waiver: Waiver, at path: String) -> Finding {
    var finding = with(version: waiver.version?.name, path: path)
    finding.line = waiver.line
    finding.object = waiver.object
    finding.column = waiver.column
    return finding
  }

  /// Whether it is an error that is a judgement, which somebody may have wanted: what became of rows, how long something
  /// takes. A rule is better allowed where the statement is.
  public var mayBeMeant: Bool {
    let codes = ["SL304", "SL305", "SL306", "SL307", "SL314", "SL315"]
    return severity == .error && waiver == nil && codes.contains(code.rawValue)
  }

  /// An item of `waivers.yml` for this finding alone, but for the reason.
  public var waiverLine: String {
    let places = [("version", version), ("path", path), ("object", object), ("column", column)]
    let given = places.compactMap { key, value in value.map { "\(key): \(yamlScalar($0))" } }
    return "- {\((["finding: \(code.rawValue)"] + given).joined(separator: ", ")), reason: …}"
  }

  /// `SL305 of 1.2.0, users.nickname`: the finding in so few words that it can be found again.
  public var subject: String { Self.subject(code, version, path, object, column) }

  fileprivate static func subject(
    _ code: Code, _ version: String?, _ path: String?, _ object: String?, _ column: String?
  ) -> String {
    let name = object.map { object in column.map { "\(object).\($0)" } ?? object }
    let places = [path, name].compactMap(\.self)
    return code.rawValue + (version.map { " of \($0)" } ?? "")
      + (places.isEmpty ? "" : (version == nil ? " " : ", ") + places.joined(separator: ", "))
  }
}

extension Waiver {
  fileprivate var place: String { line.map { ":\($0)" } ?? "" }

  fileprivate var subject: String { Finding.subject(code, version?.name, path, object, column) }
}
