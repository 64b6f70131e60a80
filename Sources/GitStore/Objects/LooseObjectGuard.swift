internal import CLibgit2
internal import Synchronization

/// A backend of an object database that contains nothing. It is asked before the one of loose objects, and stops the
/// search at a damaged one, so that libgit2 does not read it; see ``LooseObject``.
struct LooseObjectGuard {
  // libgit2 knows only this field, and passes a pointer to it, which is one to the whole.
  private var backend: git_odb_backend
  private let folders: Unmanaged<Folders>

  private final class Folders: Sendable {
    let paths: [String]
    /// The object that was found undamaged last: its header is read first, and then the object.
    let last = Mutex<ObjectID?>(nil)
    init(_ paths: [String]) { self.paths = paths }
  }

  /// Adds a guard to an object database.
  ///
  /// - Parameter folders: the folders of its objects.
  static func add(to database: Handle, folders: [String]) throws(GitError) {
    var backend = git_odb_backend()
    try git(.openRepository) { git_odb_init_backend(&backend, UInt32(GIT_ODB_BACKEND_VERSION)) }
    backend.read = { _, _, _, backend, id in LooseObjectGuard.check(backend, id) }
    backend.read_header = { _, _, backend, id in LooseObjectGuard.check(backend, id) }
    backend.free = { LooseObjectGuard.release($0) }
    let memory = UnsafeMutablePointer<LooseObjectGuard>.allocate(capacity: 1)
    memory.initialize(to: LooseObjectGuard(backend: backend, folders: .passRetained(Folders(folders))))
    let pointer = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: git_odb_backend.self)
    // ``PackBackend`` has priority 3, and loose objects have 1.
    do {
      try git(.openRepository) { git_odb_add_backend(database.pointer, pointer, 2) }
    } catch {
      release(pointer)
      throw error
    }
  }

  private static func whole(
    _ backend: UnsafeMutablePointer<git_odb_backend>
  ) -> UnsafeMutablePointer<LooseObjectGuard> {
    UnsafeMutableRawPointer(backend).assumingMemoryBound(to: LooseObjectGuard.self)
  }

  /// Returns `GIT_ENOTFOUND`, so that the search goes on, or `GIT_ERROR` with a message.
  private static func check(
    _ backend: UnsafeMutablePointer<git_odb_backend>?, _ id: UnsafePointer<git_oid>?
  ) -> Int32 {
    guard let backend, let id else { return GIT_ENOTFOUND.rawValue }
    let object = ObjectID(id.pointee)
    let folders = whole(backend).pointee.folders.takeUnretainedValue()
    if folders.last.withLock({ $0 == object }) { return GIT_ENOTFOUND.rawValue }
    let hex = object.hex
    for folder in folders.paths {
      let file: [UInt8]?
      do throws(GitError) {
        file = try readFile("\(folder)/\(hex.prefix(2))/\(hex.dropFirst(2))")
      } catch .specialFile(let path) {
        git_error_set_str(Int32(GIT_ERROR_ODB.rawValue), GitError.specialFile(path: path).message)
        return GIT_ERROR.rawValue
      } catch {
        // libgit2 reports why the file cannot be read.
        continue
      }
      guard let file else { continue }
      do {
        try LooseObject.check(file)
      } catch {
        git_error_set_str(Int32(GIT_ERROR_ODB.rawValue), error.reason)
        return GIT_ERROR.rawValue
      }
    }
    folders.last.withLock { $0 = object }
    return GIT_ENOTFOUND.rawValue
  }

  private static func release(_ backend: UnsafeMutablePointer<git_odb_backend>?) {
    guard let memory = backend.map(whole) else { return }
    memory.pointee.folders.release()
    memory.deinitialize(count: 1)
    memory.deallocate()
  }
}
