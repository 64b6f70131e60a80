extension SchemaError {
  /// The cause of the error, in one sentence without a full stop.
  public var message: String {
    switch self {
    // If a string is not closed, SQLite's message quotes the rest of the script.
    case .sqlite(_, let message, _):
      message.contains("\n") ? message.prefix { $0 != "\n" } + " …" : message
    case .notADatabase(let reason): "not a readable SQLite database: \(reason)"
    case .refused(let statement, let reason): "\(statement) is not allowed: \(reason)"
    case .timedOut(let seconds): "stopped after \(seconds.formatted) second\(seconds == 1 ? "" : "s")"
    case .busy: "is being written to"
    case .outOfMemory(let limit): "needs more than the \(limit >> 20) MiB of memory that SQL may use"
    }
  }
}

extension Double {
  /// The number without the `.0` of a whole number.
  fileprivate var formatted: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
