internal import SchemaFreezing

/// An error of ``FreezeRayRuntime``, with FreezeRay's cases.
public enum FreezeRayError: Error, CustomStringConvertible {
  /// The code's declarations differ from the frozen ones. The checksums are those of the schema or, if the schema is
  /// unchanged, of the declared model.
  case schemaDrift(version: String, expected: String, actual: String)
  /// FreezeRay throws it if `sqlite3` fails. It is never thrown here, because no such program is run.
  case sqliteCommandFailed(output: String)
  /// FreezeRay throws it where it cannot run `sqlite3`. It is never thrown here.
  case unsupportedPlatform
  /// Any other error.
  case custom(String)

  init(_ error: SchemaLedgerError) {
    switch error {
    case .schemaDrift(let version, let expected, let actual, _):
      self = .schemaDrift(version: version, expected: expected, actual: actual)
    case .custom(let reason): self = .custom(reason)
    }
  }

  /// The message for a test's output.
  public var description: String {
    switch self {
    case .schemaDrift(let version, let expected, let actual):
      SchemaLedgerError.schemaDrift(version: version, expected: expected, actual: actual).description
    case .sqliteCommandFailed(let output): "❌ sqlite3 command failed: \(output)"
    case .unsupportedPlatform: "❌ FreezeRay does not support this platform"
    case .custom(let reason): "❌ \(reason)"
    }
  }
}
