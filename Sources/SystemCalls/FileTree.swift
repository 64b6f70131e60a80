/// The regular files below a folder, one after the other. Symbolic links are not followed. Only the folders on the way to
/// the current file are open.
package final class FileTree {
  package enum Item {
    /// The path from the folder, beginning with `/`.
    case file(String)
    /// A folder that could not be read, and why.
    case failure(String, SystemCallError)
  }

  private var open: [(folder: FolderReader, path: String)] = []

  /// - Throws: ``SystemCallError`` if the folder cannot be opened.
  package init(at path: String) throws(SystemCallError) {
    open = [(try Self.open(path, in: AT_FDCWD), "")]
  }

  /// The next file; `nil` at the end.
  package func next() -> Item? {
    while let (folder, parent) = open.last {
      let entry: FolderReader.Entry
      do {
        guard let next = try folder.next() else {
          open.removeLast()
          continue
        }
        entry = next
      } catch {
        open.removeLast()
        return .failure(parent, error)
      }
      let name = entry.name
      let path = parent + "/" + name
      switch Self.kind(of: entry, name, in: folder.descriptor) {
      case .regular: return .file(path)
      case .folder:
        do {
          open.append((try Self.open(name, in: folder.descriptor, O_NOFOLLOW), path))
        } catch {
          return .failure(path, error)
        }
      case .other: continue
      }
    }
    return nil
  }

  private static func open(
    _ name: String, in folder: Int32, _ flags: Int32 = 0
  ) throws(SystemCallError) -> FolderReader {
    // `withFileName` rethrows any error.
    let bytes = name.fileNameBytes.map { CChar(bitPattern: $0) } + [0]
    return try FolderReader(opening: bytes, in: folder, flags)
  }

  private static func kind(of entry: FolderReader.Entry, _ name: String, in folder: Int32) -> FileStatus.Kind {
    switch entry.type {
    case Int32(DT_REG): return .regular
    case Int32(DT_DIR): return .folder
    case Int32(DT_UNKNOWN):
      var status = stat()
      guard name.withFileName({ fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else { return .other }
      return FileStatus.kind(status.st_mode)
    default: return .other
    }
  }
}
