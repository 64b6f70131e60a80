/// An error about an entry or the name of a version.
public enum EntryError: Error, Sendable, Equatable {
  /// The text is not a valid version name; the reason is a clause without a full stop.
  case invalidVersion(name: String, reason: String)
  /// The folder is not a valid entry; the reason is a clause without a full stop.
  case notAnEntry(folder: String, reason: String)
}

extension EntryError {
  /// The error as a sentence without a full stop.
  public var message: String {
    switch self {
    case .invalidVersion(let name, let reason): "'\(name.shortened)' is not a valid version name: \(reason)"
    case .notAnEntry(let folder, let reason): "\(folder) is not an entry: \(reason)"
    }
  }

  /// The suggested next step.
  public var hint: String? {
    switch self {
    case .invalidVersion: "for example: schemaledger freeze 1.2.0"
    case .notAnEntry(_, let reason) where reason.hasPrefix(Entry.newerFormat): Entry.newerFormatHint
    case .notAnEntry(let folder, _): "git checkout HEAD -- \(folder.shellWord)"
    }
  }
}
