internal import Foundation
internal import SystemCalls

/// The right to migrate, restore or set aside a store, which one task of one process has at a time.
///
/// It is `flock(2)` on a file next to the store, which is never removed. The system releases it when the process ends,
/// however it ends. SQLite's own locks cannot be used for this: they end with each transaction, and making a backup,
/// migrating and restoring are several.
package final class StoreLock: Sendable {
  private let descriptor: Int32

  /// How long to wait between two tries.
  private static let pause = Duration.milliseconds(20)

  /// Waits until no other process and no other task has the lock.
  ///
  /// - Throws: ``FileCallError``; `CancellationError` if the task is cancelled meanwhile.
  static func wait(for files: StoreFiles) async throws -> StoreLock {
    let url = files.lock
    let descriptor = open(url.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileCallError(errno, "open", url) }
    let lock = StoreLock(descriptor)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      switch code {
      case EINTR: continue
      case EWOULDBLOCK: try await Task.sleep(for: pause)
      default: throw FileCallError(code, "flock", url)
      }
    }
    return lock
  }

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }
}
