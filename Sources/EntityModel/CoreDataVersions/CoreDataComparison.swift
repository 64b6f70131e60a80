/// What Core Data makes of the difference between two versions of a model: whether it opens a store of the old version
/// with the new one, and which changes it does not see.
public struct CoreDataComparison: Sendable, Hashable {
  /// Whether Core Data opens a store of one version with the other.
  public enum Verdict: Sendable, Hashable {
    /// It does, without a migration.
    case opens
    /// It does not: it needs a migration, or fails with the error 134100. The entities that differ, sorted; also those
    /// that only one version has.
    ///
    /// https://developer.apple.com/documentation/coredata/nspersistentstoreincompatibleversionhasherror
    case refuses(entities: [String])
    /// No store has shown how Core Data hashes an attribute of these entities, and nothing else differs.
    case undetermined(entities: [String])
  }

  /// Whether Core Data sees a change.
  public enum Visibility: Sendable, Hashable {
    /// It refuses a store of the other version.
    case seen
    /// It does not see the change, if there are no others.
    case unseen
    /// No store has shown it.
    case undetermined
  }

  /// Whether Core Data opens a store of one version with the other.
  public let verdict: Verdict
  /// The changes that Core Data does not see.
  public let unseen: [ModelDifference.Change]
  /// The changes of which nobody knows whether Core Data sees them.
  public let undetermined: [ModelDifference.Change]

  /// The option of an attribute that its version hash covers.
  static let hashedOption = "preserveValueOnDeletion"

  /// Compares two versions of a model.
  public init(from: DeclaredModel, to: DeclaredModel) {
    let changes = ModelDifference(from: from, to: to).changes
    unseen = changes.filter { $0.coreDataVisibility == .unseen }
    undetermined = changes.filter { $0.coreDataVisibility == .undetermined }
    // How the parts of a composite are hashed is not known.
    let seen = changes.filter { $0.coreDataVisibility == .seen && $0.property?.contains(".") != true }
    verdict = Self.verdict(
      from, to, seen: Set(seen.map(\.entity)),
      doubtful: Set(undetermined.map(\.entity)))
  }

  /// Whether Core Data opens a store of one version with the other. It is faster than a comparison if it does not.
  public static func opens(from: DeclaredModel, to: DeclaredModel) -> Bool {
    guard Set(from.entities.map(\.name)) == Set(to.entities.map(\.name)) else { return false }
    let isRefused = from.entities.contains { entity in
      guard let before = from.coreDataIdentity(of: entity.name), let after = to.coreDataIdentity(of: entity.name) else {
        return false
      }
      return before != after
    }
    return !isRefused && CoreDataComparison(from: from, to: to).verdict == .opens
  }

  /// - Parameters:
  ///   - seen: the entities that declare a change that Core Data sees.
  ///   - doubtful: the entities that declare a change of which that is not known.
  private static func verdict(
    _ from: DeclaredModel, _ to: DeclaredModel, seen: Set<String>, doubtful: Set<String>
  ) -> Verdict {
    var (different, unknown): ([String], [String]) = ([], [])
    for name in Set(from.entities.map(\.name) + to.entities.map(\.name)).sorted() {
      guard let old = from.entity(named: name), let new = to.entity(named: name) else {
        different.append(name)
        continue
      }
      switch (from.coreDataIdentity(of: name), to.coreDataIdentity(of: name)) {
      case (let before?, let after?):
        if before != after { different.append(name) } else if doubtful.contains(name) { unknown.append(name) }
      // Whatever else its hash covers, it covers this.
      default:
        if !seen.isDisjoint(with: to.lineage(of: name).map(\.name)) {
          different.append(name)
        } else if old != new || from.lineage(of: name) != to.lineage(of: name) {
          unknown.append(name)
        }
      }
    }
    if !different.isEmpty { return .refuses(entities: different) }
    return unknown.isEmpty ? .opens : .undetermined(entities: unknown)
  }
}

extension ModelDifference.Change {
  /// Whether Core Data sees the change. The evidence is in `Docs/CoreDataModels.md`.
  public var coreDataVisibility: CoreDataComparison.Visibility {
    switch kind {
    case .type where [before, after].contains(DeclaredModel.AttributeType.unknown.rawValue): .undetermined
    case .added, .removed, .renamed, .superentity, .abstractness, .uniqueness, .property, .type, .optionality,
      .hashModifier, .destination, .cardinality, .inverse, .minimumCount, .maximumCount, .order:
      .seen
    case .transience, .originalName, .index, .defaultValue, .deleteRule: .unseen
    case .options: [before, after].contains(CoreDataComparison.hashedOption) ? .seen : .unseen
    case .valueType, .components, .derivation: .undetermined
    }
  }
}
