/// A change of one file in a commit. Paths are relative to the top of the repository and use `/`.
public enum FileChange: Hashable, Sendable {
  /// Creates or replaces the file.
  case write(path: String, bytes: [UInt8], executable: Bool = false)
  /// Removes the file.
  case remove(path: String)

  /// The path of the file.
  public var path: String {
    switch self {
    case .write(let path, _, _), .remove(let path): path
    }
  }
}

extension [FileChange] {
  /// Checks that all paths are valid in a tree and that no file is listed twice.
  func check() throws(GitError) {
    var files = Set<ByteName>()
    for change in self {
      let components = change.path.split(separator: "/", omittingEmptySubsequences: false)
      for name in components
      where ["", ".", "..", ".git"].contains(name.lowercased()) || name.utf8.contains(0) {
        throw .invalidPath(change.path)
      }
      guard files.insert(ByteName(change.path)).inserted else { throw .invalidPath(change.path) }
    }
    for case .write(let path, _, _) in self {
      var folder = folderName(path)
      while !folder.isEmpty {
        if files.contains(ByteName(folder)) { throw .invalidPath(folder) }
        folder = folderName(folder)
      }
    }
  }
}

/// A change whose content has been written to the object database.
struct StoredChange {
  let path: String
  /// The blob with its content, and its mode; `nil` for a removal.
  let entry: (id: ObjectID, bytes: [UInt8], mode: TreeEntry.Mode)?
}

extension Repository {
  func store(_ changes: [FileChange]) throws(GitError) -> [StoredChange] {
    var stored: [StoredChange] = []
    for change in changes {
      switch change {
      case .write(let path, let bytes, let executable):
        stored.append(
          StoredChange(path: path, entry: (try writeBlob(bytes), bytes, executable ? .executable : .file)))
      case .remove(let path):
        stored.append(StoredChange(path: path, entry: nil))
      }
    }
    return stored
  }
}
