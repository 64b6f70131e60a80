internal import Synchronization

/// Reads blobs with handles of its own, so that a thread can read while others use the repository.
public final class BlobReader: Sendable {
  private let database: Mutex<ObjectDatabase>

  init(_ database: sending ObjectDatabase) { self.database = Mutex(database) }

  /// The content of a blob.
  ///
  /// - Throws: ``GitError/missingObject(_:promised:)``, ``GitError/objectTooLarge(_:size:limit:)``,
  ///   ``GitError/corrupt(_:reason:)``.
  public func blob(_ id: ObjectID) throws(GitError) -> [UInt8] {
    try database.withLock { database throws(GitError) in try database.blob(id, limit: 1 << 30) }
  }
}
