internal import Findings

/// An error about an entry or the name of a version.
public enum EntryError: Error, Sendable, Hashable, Codable {
  /// The text is not a valid version name; the reason is a clause without a full stop.
  case invalidVersion(name: String, reason: String)
  /// The folder is not a valid entry; the reason is a clause without a full stop.
  case notAnEntry(folder: String, reason: String)
  /// An entry of a format that only later versions of the program read.
  case newerFormat(folder: String, format: Int)
  /// The text is not a reason for a withdrawal; the clause says why.
  case invalidReason(String)
}

extension EntryError {
  /// The error as a sentence without a full stop.
  public var message: String {
    switch self {
    case .invalidVersion(let name, let reason): "'\(name.shortened)' is not a valid version name: \(reason)"
    case .notAnEntry(let folder, _): "\(folder) is not a readable entry: \(reason)"
    case .newerFormat(let folder, _): "\(folder) cannot be read: \(reason)"
    case .invalidReason: "a withdrawal needs a reason: \(reason)"
    }
  }

  /// Why, in a clause without a full stop.
  public var reason: String {
    switch self {
    case .invalidVersion(_, let reason), .notAnEntry(_, let reason), .invalidReason(let reason): reason
    case .newerFormat(_, let format):
      "it has format \(format), and this schemaledger reads formats up to \(Entry.format)"
    }
  }

  /// The suggested next step.
  public var hint: String? {
    switch self {
    case .invalidVersion: "for example: schemaledger freeze 1.2.0"
    case .notAnEntry(let folder, _): "restore it: git checkout HEAD -- \(folder.shellWord)"
    case .invalidReason: "for example: --reason 'frozen before the last migration was merged'"
    case .newerFormat: "install the version of schemaledger that wrote it, or a newer one"
    }
  }
}
