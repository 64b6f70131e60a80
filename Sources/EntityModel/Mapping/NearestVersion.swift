/// The version of a plan that a model is most like, for a store that is of none of them: most often a version that was
/// changed after it was given to people.
public struct NearestVersion: Sendable, Hashable {
  /// Its identifier.
  public let version: String
  /// How the model differs from it.
  public let difference: ModelDifference

  /// Finds the version with the fewest differences, the last of those with as many; nil where there is none at all, or
  /// none that shares an entity with the model.
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
