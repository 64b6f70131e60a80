/// Why a version is not as it was frozen, or cannot be frozen or migrated.
public enum SchemaLedgerError: Error, CustomStringConvertible, Equatable {
  /// The code declares something else than what was frozen. The checksums are of the schema, or of the declared model
  /// where the schema is the same; the differences say which entity and property, and how.
  case schemaDrift(version: String, expected: String, actual: String, differences: [String] = [])
  /// Any other reason.
  case custom(String)

  /// The reason, for a test's output.
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
