internal import CanonicalJSON
internal import LedgerEntries

/// The answer of a Swift package's executable to `versions`: `{"schemamodel":1,"versions":[{"version":"1.0.0",…},…]}`,
/// oldest version first.
package struct ToolVersions: Sendable, Hashable {
  /// The supported format of the answer.
  static let format = 1

  /// The versions. Never empty, without duplicates.
  package let names: [String]

  /// The current version of the source.
  let current: String

  /// A problem in an answer. The reason is a clause without a full stop.
  struct Objection: Error {
    let reason: String
  }

  init(parsing bytes: [UInt8]) throws(Objection) {
    guard let json = JSONValue(parsing: bytes), let format = json["schemamodel"]?.number else {
      throw Objection(reason: "it is not the JSON of SchemaTool")
    }
    guard format == Self.format else {
      throw Objection(reason: "it has form \(format), and this schemaledger reads form \(Self.format)")
    }
    let names = (json["versions"]?.array ?? []).map { $0["version"]?.string }
    let known = names.compactMap(\.self)
    guard known.count == names.count, let last = known.last else { throw Objection(reason: "it lists no version") }
    guard Set(known).count == known.count else { throw Objection(reason: "it lists a version twice") }
    do {
      for name in known { _ = try Version(name) }
    } catch {
      throw Objection(reason: error.message)
    }
    self.names = known
    current = last
  }
}
