internal import Foundation
internal import Synchronization

/// What tells an object from all others: its store, its entity and its primary key. New objects have a temporary one
/// until they are saved.
public struct PersistentIdentifier: Hashable, Comparable, Identifiable, Sendable, Codable {
  /// What tells an object from the others of its entity.
  public struct ID: Hashable, Sendable {
    let primaryKey: Int64
    let isTemporary: Bool
  }

  /// What tells an object from the others of its entity.
  public let id: ID
  /// The entity's name.
  public let entityName: String
  /// `Z_UUID` of the store; nil for an object that was never saved.
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

  /// The identifier of a row.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath` for a primary key that is no positive integer.
  public static func identifier<T: LosslessStringConvertible>(
    for storeIdentifier: String, entityName: String, primaryKey: T
  ) throws -> PersistentIdentifier {
    guard let number = Int64(String(primaryKey)), number > 0 else { throw SwiftDataError.unsupportedKeyPath }
    return PersistentIdentifier(storeIdentifier: storeIdentifier, entityName: entityName, primaryKey: number)
  }

  /// By store, entity and key; temporary ones last.
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
  /// As Core Data writes it: `x-coredata://<store>/Post/p12`, with a `t` for a temporary key.
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

/// The shape in which SwiftData encodes it.
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
        forKey: .implementation, in: container, debugDescription: "no primary key: \(read.primaryKey)")
    }
    self.id = id
    entityName = read.entityName
    let store = URL(string: read.uriRepresentation)?.host ?? ""
    storeIdentifier = store.isEmpty ? nil : store
  }
}

/// Numbers for objects that have no row yet.
enum TemporaryKey {
  private static let last = Atomic<Int64>(0)
  static func next() -> Int64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
