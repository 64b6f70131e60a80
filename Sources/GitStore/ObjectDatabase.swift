internal import CLibgit2

/// Where objects are read. Each thread has its own: what one reads does not wait for another then.
struct ObjectDatabase {
  let handle: Handle
  /// Whether an object that is absent was promised by a remote.
  let isPartialClone: Bool

  /// Reads an object of any type. What it holds is not compared with its name.
  ///
  /// libgit2 1.5 does not come back from a loose object whose zlib stream is cut short (`git_zstream_get_output` goes on
  /// asking for output); later versions say "premature end of zlib stream". Git renames loose objects into place
  /// whole, so only a copy that was interrupted has such files.
  func rawObject(_ id: ObjectID) throws(GitError) -> RawObject {
    var oid = id.oid
    do {
      return RawObject(
        try Handle(
          .readObject, parent: handle, release: git_odb_object_free,
          acquire: { git_odb_read(&$0, handle.pointer, &oid) }))
    } catch {
      throw about(id, error)
    }
  }

  /// As ``rawObject(_:)``, for an object that has to be of a type.
  func rawObject(_ id: ObjectID, _ type: git_object_t) throws(GitError) -> RawObject {
    let object = try rawObject(id)
    guard object.type == type else {
      let found = String(cString: git_object_type2string(object.type))
      throw .corrupt(id, reason: "it is a \(found), not a \(String(cString: git_object_type2string(type)))")
    }
    return object
  }

  /// Lends the content of an object that has to be of a type. As ``rawObject(_:_:)``, for the many that a walk reads:
  /// nothing is allocated here.
  func read<Result>(
    _ id: ObjectID, _ type: git_object_t, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(GitError) -> Result {
    var oid = id.oid
    var object: OpaquePointer?
    guard git_odb_read(&object, handle.pointer, &oid) >= 0, let object, git_odb_object_type(object) == type else {
      git_odb_object_free(object)
      return try rawObject(id, type).withBytes(body)
    }
    defer { git_odb_object_free(object) }
    return body(UnsafeRawBufferPointer(start: git_odb_object_data(object), count: git_odb_object_size(object)))
  }

  /// Whether the object is here. In a partial clone it may be only at the remote.
  func contains(_ id: ObjectID, refreshing: Bool = true) -> Bool {
    var oid = id.oid
    let flags = refreshing ? 0 : GIT_ODB_LOOKUP_NO_REFRESH.rawValue
    return git_odb_exists_ext(handle.pointer, &oid, flags) == 1
  }

  /// Says of which object a failed read was.
  func about(_ id: ObjectID, _ error: GitError) -> GitError {
    switch error {
    case .other(_, GIT_ENOTFOUND.rawValue, _): .missingObject(id, promised: isPartialClone)
    // A wrong length in the header, a delta against nothing, an empty file: all of them are said in words only.
    case .other(_, GIT_ERROR.rawValue, let message): .corrupt(id, reason: message)
    default: error
    }
  }
}
