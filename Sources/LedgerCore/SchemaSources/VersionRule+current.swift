package import GitStore
internal import SQLiteSchema

extension VersionRule {
  /// The version that a source states, or `nil` if it states none.
  ///
  /// - Throws: `LedgerError.versionNotFound`, `.versionPatternTooSlow`, `.noVersionFile`.
  package func current(of built: BuiltSource, in snapshot: FileSnapshot) throws -> String? {
    switch self {
    case .literal(let name): return name
    case .declared: return built.version
    case .userVersion: return String(built.schema.properties.userVersion)
    case .file(let path, let pattern):
      guard let bytes = try snapshot.read(path) else { throw LedgerError.noVersionFile(path: path) }
      let text = String(decoding: bytes, as: UTF8.self)
      switch VersionPattern(pattern)?.search(text) {
      case .found(let name): return name
      case .timedOut: throw LedgerError.versionPatternTooSlow(file: path, pattern: pattern)
      case .nothing, nil: throw LedgerError.versionNotFound(file: path, pattern: pattern)
      }
    }
  }
}
