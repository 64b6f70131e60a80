/// One change that a commit makes. Paths count from the top of the repository and use `/`.
public enum FileChange: Hashable, Sendable {
  /// The file has exactly these bytes afterwards.
  case write(path: String, bytes: [UInt8], executable: Bool = false)
  /// The file is not there afterwards.
  case remove(path: String)

  /// The file it is about.
  public var path: String {
    switch self {
    case .write(let path, _, _), .remove(let path): path
    }
  }
}

extension [FileChange] {
  /// Refuses what cannot stand in a tree or would name a file twice, before anything is written.
  func check() throws(GitError) {
    var files = Set<String>()
    for change in self {
      let components = change.path.split(separator: "/", omittingEmptySubsequences: false)
      for name in components
      where ["", ".", "..", ".git"].contains(name.lowercased()) || name.utf8.contains(0) {
        throw .invalidPath(change.path)
      }
      guard files.insert(change.path).inserted else { throw .invalidPath(change.path) }
    }
    for case .write(let path, _, _) in self {
      var folder = folderName(path)
      while !folder.isEmpty {
        if files.contains(folder) { throw .invalidPath(folder) }
        folder = folderName(folder)
      }
    }
  }
}

/// A change whose content is in the object database.
struct StoredChange {
  let path: String
  /// The blob and its mode; `nil` for a removal.
  let entry: (id: ObjectID, mode: TreeEntry.Mode)?
}

extension Repository {
  func store(_ changes: [FileChange]) throws(GitError) -> [StoredChange] {
    var stored: [StoredChange] = []
    for change in changes {
      switch change {
      case .write(let path, let bytes, let executable):
        stored.append(
          StoredChange(path: path, entry: (try writeBlob(bytes), executable ? .executable : .file)))
      case .remove(let path):
        stored.append(StoredChange(path: path, entry: nil))
      }
    }
    return stored
  }
}
