extension SchemaError {
  /// The cause of the error, in one sentence without a full stop.
  public var message: String {
    switch self {
    // If a string is not closed, SQLite's message quotes the rest of the script.
    case .sqlite(_, let message, _):
      message.contains("\n") ? message.prefix { $0 != "\n" } + " …" : message
    case .notADatabase(let reason): "not a readable SQLite database: \(reason)"
    case .refused(let statement, let reason): "\(statement) is not allowed: \(reason)"
    case .timedOut(let seconds, let work):
      "\(work.map { "\($0): " } ?? "")stopped after \(seconds.formatted) second\(seconds == 1 ? "" : "s")"
    case .busy: "is being written to"
    case .tooLarge(.database, let limit, _): "makes a database of more than \(Self.size(limit))"
    case .tooLarge(.value, let limit, _): "makes a value or a row of more than \(Self.size(limit))"
    case .outOfMemory(let limit): "needs more than the \(limit >> 20) MiB of memory that SQL may use"
    }
  }

  /// The number of bytes in MiB, or in KiB below 1 MiB.
  private static func size(_ bytes: Int) -> String { bytes < 1 << 20 ? "\(bytes >> 10) KiB" : "\(bytes >> 20) MiB" }
}

extension Double {
  /// The number without the `.0` of a whole number.
  fileprivate var formatted: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
