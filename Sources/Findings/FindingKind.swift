/// A kind of finding: its code, and what was found, as data. The stored properties of the type are what JSON reports show of
/// it in `facts`, under the same names.
///
/// Each code has one file, with its `FindingCode`, its kinds and their words.
package protocol FindingKind: Sendable, Hashable, Codable {
  /// The code of the finding.
  var code: FindingCode { get }
  /// The name among the kinds of its code: `facts.kind` in JSON reports. It never changes.
  var name: String { get }
  /// How much it matters, unless circumstances lower it.
  var severity: Severity { get }
}

extension FindingKind {
  /// The name of the type, with a small letter. A type that is renamed declares its former name.
  package var name: String {
    let type = "\(Self.self)"
    return type.prefix(1).lowercased() + type.dropFirst()
  }
}
