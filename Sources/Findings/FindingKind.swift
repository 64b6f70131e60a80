/// A kind of finding: its code, and what was found, as data. The stored properties of the type are what JSON reports show of
/// it in `facts`, under the same names.
///
/// Each code has one file, with its `FindingCode`, its kinds and their words.
package protocol FindingKind: Sendable, Hashable, Codable {
  /// The code of the finding.
  var code: FindingCode { get }
  /// The name among the kinds of its code: `facts.kind` in JSON reports.
  var name: String { get }
  /// How much it matters, unless circumstances lower it.
  var severity: Severity { get }
}
