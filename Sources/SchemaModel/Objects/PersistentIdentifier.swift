internal import Foundation
internal import Synchronization

/// Identifies an object by its store, its entity and its primary key. A new object has a temporary identifier until it
/// is saved.
public struct PersistentIdentifier: Hashable, Comparable, Identifiable, Sendable, Codable {
  /// Identifies an object among those of its entity.
  public struct ID: Hashable, Sendable {
    let primaryKey: Int64
    let isTemporary: Bool
  }

  /// The object's identity among those of its entity.
  public let id: ID
  /// The entity's name.
  public let entityName: String
  /// `Z_UUID` of the store; `nil` if the object has never been saved.
  public let storeIdentifier: String?

  init(storeIdentifier: String?, entityName: String, primaryKey: Int64) {
    self.storeIdentifier = storeIdentifier
    self.entityName = entityName
    id = ID(primaryKey: primaryKey, isTemporary: false)
  }

  init(temporary: Int64, entityName: String) {
    storeIdentifier = nil
    self.entityName = entityName
    id = ID(primaryKey: temporary, isTemporary: true)
  }

  /// Creates the identifier of a row.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath` if the primary key is not a positive integer.
  public static func identifier<T: LosslessStringConvertible>(
    for storeIdentifier: String, entityName: String, primaryKey: T
  ) throws -> PersistentIdentifier {
    guard let number = Int64(String(primaryKey)), number > 0 else { throw SwiftDataError.unsupportedKeyPath }
    return PersistentIdentifier(storeIdentifier: storeIdentifier, entityName: entityName, primaryKey: number)
  }

  /// Orders identifiers by store, entity and key, temporary ones last.
  public static func < (one: PersistentIdentifier, other: PersistentIdentifier) -> Bool {
    func order(_ identifier: PersistentIdentifier) -> (String, String, Int, Int64) {
      (
        identifier.storeIdentifier ?? "", identifier.entityName, identifier.id.isTemporary ? 1 : 0,
        identifier.id.primaryKey
      )
    }
    return order(one) < order(other)
  }
}

extension PersistentIdentifier: CustomStringConvertible {
  /// The identifier in Core Data's form, `x-coredata://<store>/Post/p12`; a temporary key has a `t` instead of the `p`.
  public var description: String {
    "x-coredata://\(storeIdentifier ?? "")/\(entityName)/\(id.word)"
  }
}

extension PersistentIdentifier.ID {
  fileprivate var word: String { (isTemporary ? "t" : "p") + String(primaryKey) }

  fileprivate init?(word: String) {
    guard let kind = word.first, "pt".contains(kind), let number = Int64(word.dropFirst()) else { return nil }
    self.init(primaryKey: number, isTemporary: kind == "t")
  }
}

/// Encodes the identifier in SwiftData's format.
extension PersistentIdentifier {
  private enum Keys: String, CodingKey { case implementation }
  private struct Implementation: Codable {
    let primaryKey: String
    let isTemporary: Bool
    let entityName: String
    let uriRepresentation: String
  }

  /// Encodes the key, the entity and the URI.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    let implementation = Implementation(
      primaryKey: id.word, isTemporary: id.isTemporary, entityName: entityName, uriRepresentation: description)
    try container.encode(implementation, forKey: .implementation)
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    let read = try container.decode(Implementation.self, forKey: .implementation)
    guard let id = ID(word: read.primaryKey) else {
      throw DecodingError.dataCorruptedError(
        forKey: .implementation, in: container, debugDescription: "not a primary key: \(read.primaryKey)")
    }
    self.id = id
    entityName = read.entityName
    let store = URL(string: read.uriRepresentation)?.host ?? ""
    storeIdentifier = store.isEmpty ? nil : store
  }
}

/// Generates keys for objects that have no row yet.
enum TemporaryKey {
  private static let last = Atomic<Int64>(0)
  static func next() -> Int64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
