// The message and the hint of every problem.

extension CacheProblem {
  /// What is the matter, in one sentence without a full stop.
  public var message: String {
    switch self {
    case .noStateFolder:
      "nothing is stored for the next run: neither XDG_STATE_HOME nor HOME names a folder for the key"
    case .shortSecret(let bytes):
      "nothing is stored for the next run: \(CacheFolder.secretName) has \(bytes) bytes, and needs "
        + "\(CacheKey.shortestSecret)"
    case .key(let problem): "nothing is stored for the next run: \(problem.message)"
    }
  }

  /// What helps, or `nil`.
  public var hint: String? {
    switch self {
    case .noStateFolder: "to run without: --no-cache"
    case .shortSecret: "a good one is the output of: openssl rand -hex 32"
    case .key(let problem): problem.hint ?? "to run without: --no-cache"
    }
  }
}

extension PrivateFile.Problem {
  /// What is the matter, in one sentence without a full stop.
  public var message: String {
    switch self {
    case .foreign(let path): "\(path) is not a file of this user that schemaledger has written"
    case .open(let path): "other users can read or write \(path)"
    case .foreignFolder(let path): "\(path) belongs to another user"
    case .system(let path, let message): "\(path): \(message)"
    }
  }

  /// What helps, or `nil`.
  public var hint: String? {
    switch self {
    case .foreign(let path), .open(let path): "remove it, and it is created again when it is needed: rm \(path)"
    case .foreignFolder: "set XDG_STATE_HOME to a folder of root"
    case .system: nil
    }
  }
}
