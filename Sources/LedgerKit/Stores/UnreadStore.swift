public import LedgerCore
internal import SQLiteSandbox

/// A store that could not be read.
public struct UnreadStore: Error {
  /// The name that the user gave.
  public let name: String
  /// Why, without the name.
  public let reason: String
  /// Whether another attempt may succeed: a process writes to the store, or the system refuses to open the file. If not, it
  /// is no database, or a damaged one.
  public let mayBeTransient: Bool
  /// The error that a command for a single store reports.
  public let error: any Error

  /// - Parameter name: the name that the user gave.
  public init(_ error: any Error, named name: String) {
    self.name = name
    self.error = error
    (reason, mayBeTransient) =
      switch error {
      case LedgerError.file(_, let reason): (reason, true)
      case LedgerError.sqlFailed(_, _, let error): (error.message, true)
      case LedgerError.storeInUse: ("another process writes to it", true)
      case LedgerError.notAStore(_, let reason): (reason, false)
      case LedgerError.foreignStore: ("it has no table in common with any frozen version", false)
      case let error as LedgerError: (error.message, false)
      case SchemaError.outOfMemory: ("\(error)", true)
      default: ("\(error)", false)
      }
  }
}

extension SchemaError {
  /// Whether a limit of this program was reached, which does not show that a file is damaged.
  var isOfLimit: Bool {
    if case .timedOut = self { true } else { isOfMemory }
  }

  /// Whether a limit of memory was reached. It says nothing about a migration either, while one that takes too long is a
  /// finding.
  var isOfMemory: Bool {
    switch self {
    case .outOfMemory, .tooLarge: true
    default: false
    }
  }
}
