/// What cannot be an entry, or the name of one.
public enum EntryError: Error, Sendable, Equatable {
  /// A text that cannot name a version; the reason is a clause without a full stop.
  case invalidVersion(name: String, reason: String)
  /// A folder that cannot be read as an entry; the reason is a clause without a full stop.
  case notAnEntry(folder: String, reason: String)
}

extension EntryError {
  /// What stopped the work, in one sentence without a full stop.
  public var message: String {
    switch self {
    case .invalidVersion(let name, let reason): "'\(name.shortened)' cannot name a version: \(reason)"
    case .notAnEntry(let folder, let reason): "\(folder) is not an entry: \(reason)"
    }
  }

  /// What helps.
  public var hint: String? {
    switch self {
    case .invalidVersion: "for example: schemaledger freeze 1.2.0"
    case .notAnEntry(_, let reason) where reason.hasPrefix(Entry.newerFormat): Entry.newerFormatHint
    case .notAnEntry(let folder, _): "git checkout HEAD -- \(folder.shellWord)"
    }
  }
}
