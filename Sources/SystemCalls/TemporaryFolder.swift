/// A temporary folder that only this user can read, removed with its contents on deinitialization.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// Creates a folder with a name that begins with `prefix`.
  ///
  /// - Throws: ``SystemCallError``.
  package init(in folder: String, prefix: String) throws(SystemCallError) {
    var template = (folder + "/" + prefix + "XXXXXX").fileNameBytes.map { CChar(bitPattern: $0) } + [0]
    guard mkdtemp(&template) != nil else { throw SystemCallError() }
    path = String(fileName: template.dropLast().map { UInt8(bitPattern: $0) })
  }

  deinit { path.withFileName { removeTree($0, in: AT_FDCWD) } }
}

/// Removes a file, or a folder and what is in it, as far as possible. Symbolic links are not followed.
private func removeTree(_ name: UnsafePointer<CChar>, in folder: Int32) {
  // Linux refuses a folder with EISDIR, and macOS with EPERM.
  if unlinkat(folder, name, 0) == 0 { return }
  if let reader = try? FolderReader(opening: name, in: folder, O_NOFOLLOW) {
    while let entry = try? reader.next() { entry.withName { removeTree($0, in: reader.descriptor) } }
  }
  unlinkat(folder, name, AT_REMOVEDIR)
}
