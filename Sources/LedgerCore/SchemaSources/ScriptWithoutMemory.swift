internal import Synchronization

/// The first script of the process that reached a limit of memory or size. A command that reaches one ends with an error that
/// names the script, whatever the code between has made of the failure.
public enum ScriptWithoutMemory {
  private static let first = Mutex<String?>(nil)

  /// The path of the script, with the line if it is known: `migrations/4.sql:1`.
  public static var place: String? { first.withLock(\.self) }

  static func note(_ path: String, line: Int?) { first.withLock { $0 = $0 ?? path + (line.map { ":\($0)" } ?? "") } }
}
