public import SchemaModel

/// Stages are ordered by the versions with which they begin. Two stages that begin with the same version are equal, even
/// if they end with different ones or do different work.
extension MigrationStage: Comparable {
  /// Compares the versions with which the stages begin.
  public static func < (one: MigrationStage, other: MigrationStage) -> Bool {
    one.fromVersion.versionIdentifier < other.fromVersion.versionIdentifier
  }

  /// Whether the stages begin with the same version.
  public static func == (one: MigrationStage, other: MigrationStage) -> Bool {
    one.fromVersion.versionIdentifier == other.fromVersion.versionIdentifier
  }
}
