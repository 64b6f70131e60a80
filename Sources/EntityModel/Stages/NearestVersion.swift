/// The version of a migration plan that is most similar to a model, for a store whose model is not in the plan. The
/// usual cause is a version that was changed after its release.
public struct NearestVersion: Sendable, Hashable {
  /// The version identifier.
  public let version: String
  /// The differences from that version to the model.
  public let difference: ModelDifference

  /// Finds the version with the fewest differences; among equals, the last one. `nil` if there is no version that
  /// shares an entity with the model.
  public init?(of model: DeclaredModel, among versions: [DeclaredModel]) {
    let names = Set(model.entities.map(\.name))
    let alike = versions.filter { version in version.entities.contains { names.contains($0.name) } }
    let differences = alike.map { Self(version: $0.version, difference: ModelDifference(from: $0, to: model)) }
    let nearest = differences.reversed().min { $0.difference.changes.count < $1.difference.changes.count }
    guard let nearest else { return nil }
    self = nearest
  }

  private init(version: String, difference: ModelDifference) {
    self.version = version
    self.difference = difference
  }
}
