internal import CLibgit2

/// Owns a pointer that libgit2 returned: frees it on deinitialization, and retains the handle it was made from.
final class Handle {
  let pointer: OpaquePointer
  private let parent: Handle?
  private let release: @convention(c) (OpaquePointer?) -> Void

  /// Takes ownership of the pointer that `acquire` stores into its argument.
  init(
    _ operation: Operation, parent: Handle? = nil, release: @convention(c) (OpaquePointer?) -> Void,
    acquire: (inout OpaquePointer?) -> Int32
  ) throws(GitError) {
    var acquired: OpaquePointer?
    try git(operation) { acquire(&acquired) }
    guard let acquired else {
      throw .other(operation: operation, code: GIT_ERROR.rawValue, message: "nothing was returned")
    }
    pointer = acquired
    self.parent = parent
    self.release = release
  }

  deinit { release(pointer) }
}
