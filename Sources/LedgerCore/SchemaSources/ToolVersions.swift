internal import CanonicalJSON
package import EntityModel
internal import LedgerEntries

/// The answer of a Swift package's executable to `versions`: `{"schemamodel":1,"versions":[{"version":"1.0.0",…},…]}`,
/// oldest version first. If operations of a declarative plan rename columns or delete objects, it also has
/// `"stages":[{"from":"1.0.0","to":"2.0.0","renames":[{"entity":…,"newEntity":…,"property":…,"newProperty":…}],`
/// `"deletions":["Draft"]}]`, and `"cloudkit":true` if CloudKit synchronises the stores.
package struct ToolVersions: Sendable, Hashable {
  /// The supported format of the answer.
  static let format = 1

  /// The versions. Never empty, without duplicates.
  package let names: [String]

  /// The current version of the source.
  let current: String

  /// Whether CloudKit synchronises the stores.
  let usesCloudKit: Bool

  /// What the operations of a stage declare.
  package struct Stage: Sendable, Hashable {
    let from: String
    let to: String
    /// The columns that are renamed.
    package let renames: [DeclaredRename]
    /// The entities of the newer version of which objects are deleted.
    package let deletions: [String]
  }

  private let stages: [Stage]

  /// What the plan declares of its stage between two versions.
  package func stage(from: String, to: String) -> Stage {
    stages.first { $0.from == from && $0.to == to } ?? Stage(from: from, to: to, renames: [], deletions: [])
  }

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
    switch json["cloudkit"] {
    case nil: usesCloudKit = false
    case .bool(let value)?: usesCloudKit = value
    default: throw Objection(reason: "its cloudkit is neither true nor false")
    }
    self.names = known
    current = last
    stages = try (json["stages"]?.array ?? []).map { stage throws(Objection) in try Self.stage(stage) }
  }

  private static func stage(_ json: JSONValue) throws(Objection) -> Stage {
    func text(_ json: JSONValue, _ key: String) throws(Objection) -> String {
      guard let text = json[key]?.string else { throw Objection(reason: "a stage lacks \(key)") }
      return text
    }
    return Stage(
      from: try text(json, "from"), to: try text(json, "to"),
      renames: try (json["renames"]?.array ?? []).map { rename throws(Objection) in
        DeclaredRename(
          entity: try text(rename, "entity"), newEntity: try text(rename, "newEntity"),
          property: try text(rename, "property"), newProperty: try text(rename, "newProperty"))
      }, deletions: (json["deletions"]?.array ?? []).compactMap(\.string))
  }
}
