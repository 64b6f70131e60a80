internal import CLibgit2
internal import Decompression

/// A backend of libgit2's object database that reads packs; see ``Pack``.
struct PackBackend {
  // libgit2 passes a pointer to this field. It is the first one, so the pointer is also one to the whole structure.
  private var backend: git_odb_backend
  private let folder: Unmanaged<PackFolder>

  /// Adds the packs to an object database.
  static func add(_ folder: PackFolder, to database: Handle) throws(GitError) {
    var backend = git_odb_backend()
    try git(.openRepository) { git_odb_init_backend(&backend, UInt32(GIT_ODB_BACKEND_VERSION)) }
    backend.read = { PackBackend.read($0, $1, $2, $3, $4) }
    backend.read_header = { PackBackend.readHeader($0, $1, $2, $3) }
    backend.read_prefix = { PackBackend.readPrefix($0, $1, $2, $3, $4, $5, $6) }
    backend.exists = { backend, id in
      PackBackend.answer(backend, id) { _, _, _ in 1 } == 1 ? 1 : 0
    }
    backend.exists_prefix = { PackBackend.findPrefix($0, $1, $2, $3) }
    backend.freshen = { backend, id in
      PackBackend.answer(backend, id) { pack, _, _ in pack.freshen() ? 0 : GIT_ENOTFOUND.rawValue }
    }
    backend.refresh = { PackBackend.refresh($0) }
    backend.free = { PackBackend.release($0) }
    let memory = UnsafeMutablePointer<PackBackend>.allocate(capacity: 1)
    memory.initialize(to: PackBackend(backend: backend, folder: .passRetained(folder)))
    let pointer = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: git_odb_backend.self)
    do {
      try git(.openRepository) { git_odb_add_backend(database.pointer, pointer, 3) }
    } catch {
      release(pointer)
      throw error
    }
  }

  private static func whole(_ backend: UnsafeMutablePointer<git_odb_backend>) -> UnsafeMutablePointer<PackBackend> {
    UnsafeMutableRawPointer(backend).assumingMemoryBound(to: PackBackend.self)
  }

  private static func folder(of backend: UnsafeMutablePointer<git_odb_backend>?) -> PackFolder? {
    backend.map { whole($0).pointee.folder.takeUnretainedValue() }
  }

  private static func release(_ backend: UnsafeMutablePointer<git_odb_backend>?) {
    guard let memory = backend.map(whole) else { return }
    memory.pointee.folder.release()
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  // MARK: - Callbacks

  private static func refresh(_ backend: UnsafeMutablePointer<git_odb_backend>?) -> Int32 {
    do throws(GitError) {
      try folder(of: backend)?.refresh()
      return 0
    } catch {
      return report(error)
    }
  }

  private static func read(
    _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ size: UnsafeMutablePointer<Int>?,
    _ type: UnsafeMutablePointer<git_object_t>?, _ backend: UnsafeMutablePointer<git_odb_backend>?,
    _ id: UnsafePointer<git_oid>?
  ) -> Int32 {
    answer(backend, id) { pack, position, inflation throws(PackError) in
      let object = try pack.object(at: position, using: inflation)
      size?.pointee = object.content.count
      type?.pointee = object.type
      data?.pointee = object.content.surrender()
      return 0
    }
  }

  private static func readHeader(
    _ size: UnsafeMutablePointer<Int>?, _ type: UnsafeMutablePointer<git_object_t>?,
    _ backend: UnsafeMutablePointer<git_odb_backend>?, _ id: UnsafePointer<git_oid>?
  ) -> Int32 {
    answer(backend, id) { pack, position, inflation throws(PackError) in
      let header = try pack.header(at: position, using: inflation)
      size?.pointee = header.size
      type?.pointee = header.type
      return 0
    }
  }

  private static func readPrefix(
    _ name: UnsafeMutablePointer<git_oid>?, _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ size: UnsafeMutablePointer<Int>?, _ type: UnsafeMutablePointer<git_object_t>?,
    _ backend: UnsafeMutablePointer<git_odb_backend>?, _ prefix: UnsafePointer<git_oid>?, _ length: Int
  ) -> Int32 {
    let found = findPrefix(name, backend, prefix, length)
    return found == 0 ? read(data, size, type, backend, name) : found
  }

  /// Finds the only object whose name begins with the first `length` digits of `prefix`.
  private static func findPrefix(
    _ name: UnsafeMutablePointer<git_oid>?, _ backend: UnsafeMutablePointer<git_odb_backend>?,
    _ prefix: UnsafePointer<git_oid>?, _ length: Int
  ) -> Int32 {
    guard let folder = folder(of: backend), let prefix else { return GIT_ENOTFOUND.rawValue }
    let first = ObjectID(prefix.pointee)
    let found = folder.names(beginningWith: first.hex.prefix(length), first: first)
    guard let only = found.first else { return GIT_ENOTFOUND.rawValue }
    guard found.count == 1 else { return report(GIT_ERROR_ODB, GIT_EAMBIGUOUS, "multiple matches for prefix") }
    name?.pointee = only.oid
    return 0
  }

  private static func answer(
    _ backend: UnsafeMutablePointer<git_odb_backend>?, _ id: UnsafePointer<git_oid>?,
    _ body: (Pack, Int, Inflation) throws(PackError) -> Int32
  ) -> Int32 {
    guard let folder = folder(of: backend), let id else { return GIT_ENOTFOUND.rawValue }
    do throws(PackError) {
      let code = try folder.find(ObjectID(id.pointee)) { pack, position throws(PackError) in
        try body(pack, position, folder.inflation)
      }
      return code ?? GIT_ENOTFOUND.rawValue
    } catch {
      switch error {
      case .damaged(let reason): return report(GIT_ERROR_ODB, GIT_ERROR, reason)
      case .failed(let error): return report(error)
      case .gone: return GIT_ENOTFOUND.rawValue
      }
    }
  }
}

private func report(_ error: GitError) -> Int32 {
  if error == .outOfMemory {
    MemoryShortage.note()
    return report(GIT_ERROR_NOMEMORY, GIT_ERROR, MemoryShortage.systemMessage)
  }
  return report(GIT_ERROR_OS, GIT_ERROR, error.message)
}

private func report(_ kind: git_error_t, _ code: git_error_code, _ message: String) -> Int32 {
  git_error_set_str(Int32(kind.rawValue), message)
  return code.rawValue
}
