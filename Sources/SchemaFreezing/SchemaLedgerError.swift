internal import SchemaModel

/// An error from freezing, checking or migrating a version.
public enum SchemaLedgerError: Error, CustomStringConvertible, Equatable {
  /// The code's declarations differ from the frozen ones. The checksums are those of the schema or, if the schema is
  /// unchanged, of the declared model. The differences name each entity and property.
  case schemaDrift(version: String, expected: String, actual: String, differences: [String] = [])
  /// Any other error.
  case custom(String)

  /// The message for a test's output.
  public var description: String {
    switch self {
    case .schemaDrift(let version, let expected, let actual, let differences):
      """
      ❌ Schema drift detected in frozen version \(version)

      The frozen schema has changed since it was frozen.
      Frozen schemas are immutable - create a new schema version instead.
      \(differences.map { "\n  \($0)" }.joined())
      Expected checksum: \(expected)
      Actual checksum:   \(actual)
      """
    case .custom(let reason): "❌ \(reason)"
    }
  }
}
