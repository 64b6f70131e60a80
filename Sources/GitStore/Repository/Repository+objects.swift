internal import CLibgit2

extension Repository {
  func rawObject(_ id: ObjectID) throws(GitError) -> RawObject { try database.rawObject(id) }

  func rawObject(_ id: ObjectID, _ type: git_object_t) throws(GitError) -> RawObject {
    try database.rawObject(id, type)
  }

  /// Like ``rawObject(_:_:)``, and checks that the content hashes to the id. Used for content that is displayed or that
  /// decisions depend on.
  func verifiedObject(_ id: ObjectID, _ type: git_object_t) throws(GitError) -> RawObject {
    let object = try rawObject(id, type)
    var found = git_oid()
    try git(.readObject) { object.withBytes { git_odb_hash(&found, $0.baseAddress, $0.count, type) } }
    guard ObjectID(found) == id else {
      throw ObjectDamage.error(id, reason: "its content hashes to \(ObjectID(found))")
    }
    return object
  }

  /// The content of a blob. `limit` is the maximum size in bytes.
  ///
  /// - Throws: ``GitError/missingObject(_:promised:)``, ``GitError/objectTooLarge(_:size:limit:)``,
  ///   ``GitError/corrupt(_:reason:)``.
  public func blob(_ id: ObjectID, limit: Int = 1 << 30) throws(GitError) -> [UInt8] {
    let size = try size(of: id)
    guard size <= limit else { throw .objectTooLarge(id, size: size, limit: limit) }
    return try verifiedObject(id, GIT_OBJECT_BLOB).withBytes { [UInt8]($0) }
  }

  /// The size of a blob in bytes, from its header.
  public func size(of id: ObjectID) throws(GitError) -> Int {
    var size = 0
    var type = GIT_OBJECT_INVALID
    var oid = id.oid
    do {
      try git(.readObject) { git_odb_read_header(&size, &type, objects.pointer, &oid) }
    } catch {
      throw database.noting(database.describing(id, error))
    }
    return size
  }

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
}
