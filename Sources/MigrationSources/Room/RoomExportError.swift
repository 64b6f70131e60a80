/// Why the schemas that Room has exported cannot be used.
public enum RoomExportError: Error, Sendable, Hashable {
  /// The folder has no file that is named by a version.
  case noExports(folder: String)
  /// The folder has no file of this version; `known` are its versions.
  case noSuchVersion(String, folder: String, known: [Int])
  /// The bytes are not UTF-8.
  case notText(path: String)
  /// The file, or one of its texts, contains a NUL, at which SQLite would stop reading.
  case nul(path: String)
  case notJSON(path: String)
  /// A `formatVersion` that is not read; `nil` if there is none.
  case otherFormat(path: String, found: String?)
  /// A key of the format is missing, such as `database.entities[0].createSql`.
  case missing(path: String, key: String)
  /// The value of a key is of another type.
  case invalid(path: String, key: String, expected: String)
  /// The file has the schema of another version than its name says.
  case otherVersion(path: String, version: Int)

  /// The file, or the folder.
  public var path: String {
    switch self {
    case .noExports(let folder), .noSuchVersion(_, let folder, _): folder
    case .notText(let path), .nul(let path), .notJSON(let path), .otherFormat(let path, _), .missing(let path, _),
      .invalid(let path, _, _), .otherVersion(let path, _):
      path
    }
  }

  /// What is wrong, in one sentence without a full stop.
  public var message: String {
    switch self {
    case .noExports(let folder): "\(folder) has no schema that Room has exported, such as 1.json"
    case .noSuchVersion(let name, let folder, let known):
      "\(folder) has no schema of version \(name); it has \(known.map { String($0) }.joined(separator: ", "))"
    case .notText(let path): "\(path) is not UTF-8 text"
    case .nul(let path): "\(path) contains a NUL character"
    case .notJSON(let path): "\(path) is not JSON"
    case .otherFormat(let path, nil): "\(path) is not a schema that Room has exported: it has no 'formatVersion'"
    case .otherFormat(let path, let found?):
      "\(path) has the format version \(found), and only \(RoomExport.formatVersion) is known"
    case .missing(let path, let key): "\(path): '\(key)' is missing"
    case .invalid(let path, let key, let expected): "\(path): '\(key)' must be \(expected)"
    case .otherVersion(let path, let version): "\(path) has the schema of version \(version)"
    }
  }

  /// What to do next; `nil` if that is obvious.
  public var hint: String? {
    switch self {
    case .noExports:
      "Room exports it when the app is built: https://developer.android.com/training/data-storage/room/migrating-db-versions#export-schemas"
    case .noSuchVersion(let name, _, _) where RoomExport.version(ofFileNamed: name + ".json") == nil:
      "the versions of a Room database are numbers"
    case .noSuchVersion(let name, _, _): "build the app once, so that Room exports \(name).json"
    case .notText, .nul, .notJSON, .missing, .invalid, .otherVersion:
      "restore the file, or build the app of that version, so that Room exports it again"
    case .otherFormat: nil
    }
  }
}
