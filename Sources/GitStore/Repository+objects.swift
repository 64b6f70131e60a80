internal import CLibgit2

/// An object as the object database holds it, without its header.
struct RawObject {
  private let handle: Handle

  init(_ handle: Handle) { self.handle = handle }

  var type: git_object_t { git_odb_object_type(handle.pointer) }

  /// Lends the content, which lives as long as the object does.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withExtendedLifetime(handle) {
      body(
        UnsafeRawBufferPointer(
          start: git_odb_object_data(handle.pointer), count: git_odb_object_size(handle.pointer)))
    }
  }

  /// Reads the id behind `keyword`, when the object starts with that.
  func headerID(_ keyword: StaticString) -> ObjectID? {
    withBytes { bytes in
      var position = 0
      return bytes.takeID(after: keyword, at: &position)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Reads `keyword`, 40 digits and a line feed at `position`, and moves behind them; `nil` for anything else.
  func takeID(after keyword: StaticString, at position: inout Int) -> ObjectID? {
    let length = keyword.utf8CodeUnitCount
    guard position + length + 41 <= count, self[position + length + 40] == UInt8(ascii: "\n"),
      (0..<length).allSatisfy({ self[position + $0] == keyword.utf8Start[$0] }),
      let id = ObjectID(hexDigits: self[position + length..<position + length + 40])
    else { return nil }
    position += length + 41
    return id
  }
}

extension Repository {
  func rawObject(_ id: ObjectID) throws(GitError) -> RawObject { try database.rawObject(id) }

  func rawObject(_ id: ObjectID, _ type: git_object_t) throws(GitError) -> RawObject {
    try database.rawObject(id, type)
  }

  /// As ``rawObject(_:_:)``, and hashes the content: for what is shown to people or relied upon.
  func verifiedObject(_ id: ObjectID, _ type: git_object_t) throws(GitError) -> RawObject {
    let object = try rawObject(id, type)
    var found = git_oid()
    try git(.readObject) { object.withBytes { git_odb_hash(&found, $0.baseAddress, $0.count, type) } }
    guard ObjectID(found) == id else { throw .corrupt(id, reason: "its content hashes to \(ObjectID(found))") }
    return object
  }

  /// The content of a blob. `limit` is the longest that is read into memory, in bytes.
  ///
  /// - Throws: ``GitError/missingObject(_:promised:)``, ``GitError/objectTooLarge(_:size:limit:)``,
  ///   ``GitError/corrupt(_:reason:)``.
  public func blob(_ id: ObjectID, limit: Int = 1 << 30) throws(GitError) -> [UInt8] {
    let size = try size(of: id)
    guard size <= limit else { throw .objectTooLarge(id, size: size, limit: limit) }
    return try verifiedObject(id, GIT_OBJECT_BLOB).withBytes { [UInt8]($0) }
  }

  /// The length of an object's content in bytes, from its header.
  public func size(of id: ObjectID) throws(GitError) -> Int {
    var size = 0
    var type = GIT_OBJECT_INVALID
    var oid = id.oid
    do {
      try git(.readObject) { git_odb_read_header(&size, &type, objects.pointer, &oid) }
    } catch {
      throw database.about(id, error)
    }
    return size
  }

  /// Whether the object is here. In a partial clone it may be only at the remote.
  public func contains(_ id: ObjectID) -> Bool {
    database.contains(id)
  }

  /// Writes a blob, unless there is one with that content.
  func writeBlob(_ content: [UInt8]) throws(GitError) -> ObjectID {
    var oid = git_oid()
    try git(.writeObject) {
      content.withUnsafeBytes { git_odb_write(&oid, objects.pointer, $0.baseAddress, $0.count, GIT_OBJECT_BLOB) }
    }
    return ObjectID(oid)
  }
}
