internal import Synchronization

/// The damage that this process met in the object database.
///
/// A report shows what it can read: where an object cannot be read, something is not known, and it goes on. So that nobody
/// takes that for an absence, the program says at the end what was damaged.
public enum ObjectDamage {
  private static let first = Mutex<GitError?>(nil)

  /// The first damage that was met, or `nil`.
  public static var met: GitError? { first.withLock(\.self) }

  /// Records an object that is missing although another one refers to it, and although no remote promised it.
  public static func note(missing id: ObjectID) {
    first.withLock { $0 = $0 ?? .missingObject(id, promised: false) }
  }

  /// Records the damage of an object, and returns the error for it.
  static func error(_ id: ObjectID, reason: String) -> GitError {
    let error = GitError.corrupt(id, reason: reason)
    first.withLock { $0 = $0 ?? error }
    return error
  }
}
