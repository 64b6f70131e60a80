internal import CLibgit2

/// An object database. Each thread uses its own, so that reads on one thread do not wait for another.
struct ObjectDatabase {
  let handle: Handle
  /// Whether missing objects were promised by a remote.
  let isPartialClone: Bool
  let folders: ObjectFolders
  let packs: PackFolder

  /// Opens the objects in some folders.
  ///
  /// libgit2 writes loose objects and reads them, after ``LooseObjectGuard`` has checked them. ``PackBackend`` reads packs.
  init(opening folders: ObjectFolders, isPartialClone: Bool, syncs: Bool) throws(GitError) {
    handle = try Handle(.openRepository, release: git_odb_free, acquire: { git_odb_new(&$0) })
    self.isPartialClone = isPartialClone
    self.folders = folders
    packs = try PackFolder(folders.paths)
    try PackBackend.add(packs, to: handle)
    try LooseObjectGuard.add(to: handle, folders: folders.paths)
    for (place, path) in folders.paths.enumerated() {
      var loose: UnsafeMutablePointer<git_odb_backend>?
      try git(.openRepository) { git_odb_backend_loose(&loose, path, -1, syncs ? 1 : 0, 0, 0) }
      // Objects are written to the first one.
      try git(.openRepository) { [handle] in
        place == 0
          ? git_odb_add_backend(handle.pointer, loose, 1) : git_odb_add_alternate(handle.pointer, loose, 1)
      }
    }
  }

  /// Reads an object of any type, without comparing its content with its name.
  func rawObject(_ id: ObjectID) throws(GitError) -> RawObject {
    var oid = id.oid
    do {
      return RawObject(
        try Handle(
          .readObject, parent: handle, release: git_odb_object_free,
          acquire: { git_odb_read(&$0, handle.pointer, &oid) }))
    } catch {
      throw describing(id, error)
    }
  }

  /// Like ``rawObject(_:)``, but throws if the object has another type.
  func rawObject(_ id: ObjectID, _ type: git_object_t) throws(GitError) -> RawObject {
    let object: RawObject
    do {
      object = try rawObject(id)
    } catch {
      throw type == GIT_OBJECT_TREE || type == GIT_OBJECT_BLOB ? noting(error) : error
    }
    guard object.type == type else {
      let found = String(cString: git_object_type2string(object.type))
      throw ObjectDamage.error(id, reason: "it is a \(found), not a \(String(cString: git_object_type2string(type)))")
    }
    return object
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

  /// The verified content of a blob of at most `limit` bytes.
  func blob(_ id: ObjectID, limit: Int) throws(GitError) -> [UInt8] {
    let size = try size(of: id)
    guard size <= limit else { throw .objectTooLarge(id, size: size, limit: limit) }
    return try verifiedObject(id, GIT_OBJECT_BLOB).withBytes { [UInt8]($0) }
  }

  /// The size of a blob in bytes, from its header.
  func size(of id: ObjectID) throws(GitError) -> Int {
    var size = 0
    var type = GIT_OBJECT_INVALID
    var oid = id.oid
    do {
      try git(.readObject) { git_odb_read_header(&size, &type, handle.pointer, &oid) }
    } catch {
      throw noting(describing(id, error))
    }
    return size
  }

  /// Passes the content of an object to `body`, and throws if it has another type. Unlike ``rawObject(_:_:)`` it does
  /// not allocate, which matters for the many objects that a walk reads.
  func read<Result>(
    _ id: ObjectID, _ type: git_object_t, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(GitError) -> Result {
    // Nearly all objects of a history are packed. libgit2 would make an entry in its cache for each.
    let packed = try? packs.find(id) { pack, position throws(PackError) in
      try pack.object(at: position, using: packs.inflation)
    }
    if let packed, packed.type == type { return body(packed.content.bytes) }
    var oid = id.oid
    var object: OpaquePointer?
    guard git_odb_read(&object, handle.pointer, &oid) >= 0, let object, git_odb_object_type(object) == type else {
      git_odb_object_free(object)
      return try rawObject(id, type).withBytes(body)
    }
    defer { git_odb_object_free(object) }
    return body(UnsafeRawBufferPointer(start: git_odb_object_data(object), count: git_odb_object_size(object)))
  }

  /// Whether the object is in the local database. In a partial clone it may be only at the remote.
  func contains(_ id: ObjectID, refreshing: Bool = true) -> Bool {
    var oid = id.oid
    let flags = refreshing ? 0 : GIT_ODB_LOOKUP_NO_REFRESH.rawValue
    return git_odb_exists_ext(handle.pointer, &oid, flags) == 1
  }

  /// Adds the object to the error of a failed read. Only an object that is really absent counts as missing: libgit2 also
  /// says so if its file, or a pack, could not be opened.
  func describing(_ id: ObjectID, _ error: GitError) -> GitError {
    switch error {
    case .other(_, GIT_ENOTFOUND.rawValue, _): return obstacle(to: id) ?? .missingObject(id, promised: isPartialClone)
    // libgit2 reports a wrong length in the header, a delta without its base, and an empty file only in the message.
    case .other(_, GIT_ERROR.rawValue, let message):
      if git_error_last()?.pointee.klass == Int32(GIT_ERROR_OS.rawValue) { return error }
      return obstacleToLoose(id) ?? ObjectDamage.error(id, reason: message)
    default: return error
    }
  }

  /// Records that a tree or a blob is missing, and returns the error. This is damage, because something that was read
  /// refers to it. A missing commit is none: a clone may be shallow, and an entry names commits of other clones.
  func noting(_ error: GitError) -> GitError {
    if case .missingObject(let id, promised: false) = error { ObjectDamage.note(missing: id) }
    return error
  }

  /// Why the file of an object could not be read, though nothing is wrong with it; `nil` if there is none, or if it is
  /// damaged. libgit2 1.5 gives no reason if `read` fails, so that its message is an older one.
  private func obstacleToLoose(_ id: ObjectID) -> GitError? {
    for folder in folders.paths {
      let path = "\(folder)/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))"
      do {
        guard let file = try readFile(path) else { continue }
        try LooseObject.check(file)
        return Self.unread(path)
      } catch {
        return error as? GitError
      }
    }
    return nil
  }

  private static func unread(_ path: String) -> GitError {
    .other(operation: .readObject, code: GIT_ERROR.rawValue, message: "\(path) could not be read")
  }

  /// Why a file that may contain the object could not be read; `nil` if there is none.
  func obstacle(to id: ObjectID) -> GitError? {
    do {
      for folder in folders.paths {
        let path = "\(folder)/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))"
        if try Descriptor(opening: path, in: -1, 0) != nil {
          return Self.unread(path)
        }
        guard let packs = try Descriptor(opening: folder + "/pack", in: -1, Descriptor.folderFlags) else { continue }
        for name in try packs.names(path: folder + "/pack") where name.hasSuffix(".idx") || name.hasSuffix(".pack") {
          _ = try Descriptor(opening: name, in: packs.number, 0)
        }
      }
      return nil
    } catch {
      return error
    }
  }
}
