package import Findings
internal import SQLiteSandbox

/// A kind of finding about a ledger, its source, its history or a migration, with the sentences that people read.
///
/// A code is one file: its ``FindingCode``, its kinds, and how each is made. What a kind stores is what was found; where it was
/// found (the version, the path, the object, …) is in ``Finding/location``.
package protocol LedgerFinding: FindingKind {
  /// One sentence, without a full stop.
  func message(of finding: Finding) -> String
  /// What helps; `nil` if nothing needs to be done, or if ``Finding/remedy`` says it.
  func help(for finding: Finding) -> Help?
  /// The same without numbers of rows and values, which differ between versions with the same problem.
  var withoutCounts: Self { get }
}

/// A kind of finding about migrating a version. Findings of several versions that have one cause are shown as one.
package protocol UpgradeFinding: LedgerFinding {}

extension LedgerFinding {
  package var severity: Severity { code.severity }
  package var withoutCounts: Self { self }
}

/// A key of JSON, for a kind that encodes the members of its parts beside its own.
private struct MemberName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Decoder {
  /// The member of the object with this name.
  func member<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
    try container(keyedBy: MemberName.self).decode(type, forKey: MemberName(stringValue: name))
  }

  /// The member of the object with this name; `nil` if there is none.
  func memberIfPresent<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
    try container(keyedBy: MemberName.self).decodeIfPresent(type, forKey: MemberName(stringValue: name))
  }
}

extension Encoder {
  /// Adds a member to the object; nothing for `nil`.
  func add(_ value: (some Encodable)?, _ name: String) throws {
    var container = container(keyedBy: MemberName.self)
    try container.encodeIfPresent(value, forKey: MemberName(stringValue: name))
  }
}

extension CodingUserInfoKey {
  /// Set if a finding is encoded for a later run or for the report of a shard, which need all of an error and not only what
  /// reports show of it.
  static let storesErrors = CodingUserInfoKey(rawValue: "storesErrors")
}

extension Encoder {
  var storesErrors: Bool { CodingUserInfoKey.storesErrors.map { userInfo[$0] != nil } ?? false }
}

/// Where and why something failed, as members of the facts: `reason`, `failedPath`, `failedLine` and `resultCode`.
package struct FailureFacts: Sendable, Hashable, Codable {
  package let error: LedgerError

  init(_ error: LedgerError) { self.error = error }

  package init(from decoder: any Decoder) throws { error = try decoder.member("error") }

  package func encode(to encoder: any Encoder) throws {
    if encoder.storesErrors { return try encoder.add(error, "error") }
    guard case .sqlFailed(let path, let line, let cause) = error else {
      return try encoder.add(error.message, "reason")
    }
    try encoder.add(cause.message, "reason")
    try encoder.add(path, "failedPath")
    try encoder.add(line, "failedLine")
    if case .sqlite(let code, _, _) = cause { try encoder.add(code, "resultCode") }
  }
}
