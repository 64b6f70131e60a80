/// Reads blobs with handles of its own, so that a thread can read while others use the repository.
///
/// One thread at a time may use a reader.
public final class BlobReader: @unchecked Sendable {
  private let database: ObjectDatabase

  init(_ database: ObjectDatabase) { self.database = database }

  /// The content of a blob.
  ///
  /// - Throws: ``GitError/missingObject(_:promised:)``, ``GitError/objectTooLarge(_:size:limit:)``,
  ///   ``GitError/corrupt(_:reason:)``.
  public func blob(_ id: ObjectID) throws(GitError) -> [UInt8] { try database.blob(id, limit: 1 << 30) }
}
