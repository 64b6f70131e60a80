internal import CLibgit2

extension Repository {
  func rawObject(_ id: ObjectID) throws(GitError) -> RawObject { try database.rawObject(id) }

  func rawObject(_ id: ObjectID, _ type: git_object_t) throws(GitError) -> RawObject {
    try database.rawObject(id, type)
  }

  func verifiedObject(_ id: ObjectID, _ type: git_object_t) throws(GitError) -> RawObject {
    try database.verifiedObject(id, type)
  }

  /// The content of a blob. `limit` is the maximum size in bytes.
  ///
  /// - Throws: ``GitError/missingObject(_:promised:)``, ``GitError/objectTooLarge(_:size:limit:)``,
  ///   ``GitError/corrupt(_:reason:)``.
  public func blob(_ id: ObjectID, limit: Int = 1 << 30) throws(GitError) -> [UInt8] {
    try database.blob(id, limit: limit)
  }

  /// The size of a blob in bytes, from its header.
  public func size(of id: ObjectID) throws(GitError) -> Int { try database.size(of: id) }

  /// Whether the object is in the local database. In a partial clone it may be only at the remote.
  ///
  /// - Throws: ``GitError`` for an object that may exist, but could not be read.
  public func contains(_ id: ObjectID) throws(GitError) -> Bool {
    if database.contains(id) { return true }
    if let obstacle = database.obstacle(to: id) { throw obstacle }
    return false
  }

  /// Writes a blob, unless the database already contains it.
  func writeBlob(_ content: [UInt8]) throws(GitError) -> ObjectID {
    var oid = git_oid()
    try git(.writeObject) {
      content.withUnsafeBytes { git_odb_write(&oid, objects.pointer, $0.baseAddress, $0.count, GIT_OBJECT_BLOB) }
    }
    share(ObjectID(oid))
    return ObjectID(oid)
  }

  /// A reader of the same object database for another thread.
  ///
  /// - Throws: ``GitError`` if the database cannot be opened again.
  public func blobReader() throws(GitError) -> BlobReader { BlobReader(try anotherDatabase()) }

  /// A second handle to the same object database, for use on another thread.
  func anotherDatabase() throws(GitError) -> sending ObjectDatabase {
    try ObjectDatabase(opening: database.folders, isPartialClone: isPartialClone, syncs: false)
  }
}
