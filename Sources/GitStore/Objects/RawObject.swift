internal import CLibgit2

/// An object from the object database, without its header.
struct RawObject {
  private let handle: Handle

  init(_ handle: Handle) { self.handle = handle }

  var type: git_object_t { git_odb_object_type(handle.pointer) }

  /// Passes the content to `body`, which must not keep it.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withExtendedLifetime(handle) {
      body(
        UnsafeRawBufferPointer(
          start: git_odb_object_data(handle.pointer), count: git_odb_object_size(handle.pointer)))
    }
  }

  /// The id after `keyword`, if the object starts with `keyword`.
  func headerID(_ keyword: StaticString) -> ObjectID? {
    withBytes { bytes in
      var position = 0
      return bytes.takeID(after: keyword, at: &position)
    }
  }
}
