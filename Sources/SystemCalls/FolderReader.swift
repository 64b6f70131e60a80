/// An open folder, the names in which are read one after the other. It is closed on deinitialization.
package final class FolderReader {
  private let stream: FolderStream

  /// An entry, which is valid until the next one is read.
  package struct Entry {
    private let entry: UnsafeMutablePointer<dirent>

    fileprivate init(_ entry: UnsafeMutablePointer<dirent>) { self.entry = entry }

    /// Passes the name as a string of C.
    package func withName<Result, Failure: Error>(
      _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try withUnsafePointer(to: &entry.pointee.d_name) { (tuple) throws(Failure) in
        try tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee), body)
      }
    }

    /// The name without loss: see `String(fileName:)`.
    package var name: String {
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in String(fileName: bytes.prefix { $0 != 0 }) }
    }

    /// The number of the file.
    package var inode: UInt64 { UInt64(entry.pointee.d_ino) }

    /// A constant such as `DT_DIR`. File systems need not say it, and then it is `DT_UNKNOWN`.
    /// <https://man7.org/linux/man-pages/man3/readdir.3.html>
    package var type: Int32 { Int32(entry.pointee.d_type) }
  }

  /// - Parameters:
  ///   - folder: the descriptor of the folder that contains this one.
  ///   - flags: more flags, such as `O_NOFOLLOW`.
  /// - Throws: ``SystemCallError``.
  package init(
    opening name: UnsafePointer<CChar>, in folder: Int32 = AT_FDCWD, _ flags: Int32 = 0
  ) throws(SystemCallError) {
    let descriptor = uninterrupted { openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags) }
    guard descriptor >= 0 else { throw SystemCallError() }
    guard let stream = fdopendir(descriptor) else {
      let error = SystemCallError()
      close(descriptor)
      throw error
    }
    self.stream = stream
  }

  deinit { closedir(stream) }

  package var descriptor: Int32 { dirfd(stream) }

  /// The next entry but `.` and `..`; `nil` at the end.
  ///
  /// - Throws: ``SystemCallError``.
  package func next() throws(SystemCallError) -> Entry? {
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno == 0 { return nil }
        if errno == EINTR { continue }
        throw SystemCallError()
      }
      let found = Entry(entry)
      if !found.withName({ strcmp($0, ".") == 0 || strcmp($0, "..") == 0 }) { return found }
    }
  }
}
