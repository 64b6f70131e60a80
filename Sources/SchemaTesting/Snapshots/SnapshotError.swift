/// The reason why `assertMigrationSnapshot` fails.
public enum SnapshotError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The snapshot was written, because it did not exist or because ``SnapshotRecording/always`` was requested.
  case recorded(path: String)
  /// The snapshot does not exist, and ``SnapshotRecording/never`` was requested.
  case missing(path: String)
  /// The migrated store differs from the snapshot. The difference has a line for each line that only one of them has.
  case mismatch(name: String, difference: String)
  /// A property to ignore does not exist.
  case unknownProperty(name: String, known: [String])
  /// The file could not be read or written.
  case file(path: String, reason: String)

  /// The message.
  public var description: String {
    switch self {
    case .recorded(let path): "Recorded new snapshot at \(path). Re-run the test to verify."
    case .missing(let path): "No snapshot at \(path)."
    case .mismatch(let name, let difference): "Migration snapshot mismatch (\(name)).\n\(difference)"
    case .unknownProperty(let name, let known):
      "There is no property \(name) to ignore. There are: \(known.joined(separator: ", "))."
    case .file(let path, let reason): "\(path): \(reason)"
    }
  }
}

/// When a snapshot is written.
public enum SnapshotRecording: Sendable, Hashable {
  /// If there is none. The test then fails, so that no run passes that has compared nothing.
  case whenMissing
  /// If there is none. The test passes.
  case whenMissingAndPass
  /// In every run. The test fails.
  case always
  /// In no run. A test without a snapshot fails, as is right on a server for continuous integration.
  case never
}
