public import Foundation

/// What ``SafeModelContainer/salvage(entities:from:to:)`` could read.
public struct SalvageReport: Sendable, CustomStringConvertible {
  /// What could be read of one entity.
  public struct Entity: Sendable, Hashable {
    /// The name of the entity.
    public let name: String
    /// The number of rows in the new store.
    public internal(set) var rows: Int
    /// What could not be read, and why.
    public internal(set) var losses: [Loss]
  }

  /// What could not be read.
  public struct Loss: Sendable, Hashable, CustomStringConvertible {
    /// The primary keys of the rows; `nil` if that is not known. There need not have been a row with each key.
    public let keys: ClosedRange<Int64>?
    /// The property or the column without which the row was kept; `nil` if the row was not kept.
    public let property: String?
    /// The reason.
    public let reason: String

    /// Such as `rows 12 to 40: database disk image is malformed`.
    public var description: String {
      let place = keys.map { $0.count == 1 ? "row \($0.lowerBound)" : "rows \($0.lowerBound) to \($0.upperBound)" }
      return [place, property, reason].compactMap(\.self).joined(separator: ": ")
    }
  }

  /// The version of the damaged store, if that could be read.
  public let version: String?
  /// The file of the new store.
  public let storeURL: URL
  /// The entities of the models, by name.
  public internal(set) var entities: [Entity]

  /// Whether nothing is known to be lost.
  public var isComplete: Bool { entities.allSatisfy(\.losses.isEmpty) }

  /// A report of several lines.
  public var description: String {
    entities.flatMap { entity in
      ["\(entity.name): \(entity.rows) rows"] + entity.losses.map { "  lost: \($0)" }
    }.joined(separator: "\n")
  }

  mutating func add(_ loss: Loss, to entity: String) {
    guard let index = entities.firstIndex(where: { $0.name == entity }) else { return }
    entities[index].losses.append(loss)
  }
}
