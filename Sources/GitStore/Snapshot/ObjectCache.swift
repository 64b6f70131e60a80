internal import CLibgit2

/// A cache of blobs and folders, for reading commits that have most of their files in common.
public final class ObjectCache {
  private var blobs: [ObjectID: [UInt8]] = [:]
  private var size = 0
  private var folders: [ObjectID: [String: TreeEntry]] = [:]
  private var entryCount = 0
  /// The folder that was found last.
  private var last: (root: ObjectID, path: String, entries: [String: TreeEntry])?
  private let capacity: Int

  /// - Parameter capacity: the maximum size of cached blobs in bytes. When it is exceeded, all of them are removed.
  public init(capacity: Int = 64 << 20) { self.capacity = capacity }

  func blob(_ id: ObjectID, in repository: Repository) throws(GitError) -> [UInt8] {
    if let known = blobs[id] { return known }
    let bytes = try repository.blob(id)
    add(bytes, id)
    return bytes
  }

  private func add(_ bytes: [UInt8], _ id: ObjectID) {
    if size + bytes.count > capacity {
      blobs = [:]
      size = 0
    }
    blobs[id] = bytes
    size += bytes.count
  }

  /// Adds the content of a file, so that the blob with this content need not be read.
  ///
  /// - Throws: ``GitError`` if libgit2 cannot compute the blob's id.
  public func add(_ file: [UInt8]) throws(GitError) {
    // libgit2 detects content that was made to have the id of another one.
    var id = git_oid()
    try git(.readObject) { git_odb_hash(&id, file, file.count, GIT_OBJECT_BLOB) }
    add(file, ObjectID(id))
  }

  /// The entry at a path in a tree. Each folder is read once, instead of being scanned for every file.
  func locate(_ path: String, in root: ObjectID, of repository: Repository) throws(GitError) -> TreeEntry? {
    // Names that differ only in their bytes (Unicode normalization) are equal as strings.
    guard path.utf8.allSatisfy({ $0 < 0x80 }) else {
      return try repository.locate(path, in: root).map { TreeEntry(name: path, id: $0.id, mode: $0.mode) }
    }
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let parent = slash.map { path[..<$0] } ?? ""
    guard let folder = try folder(at: parent, in: root, of: repository) else { return nil }
    return folder[slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path]
  }

  /// The entries of the folder at an ASCII path in a tree. The files of one folder are usually read one after the other.
  private func folder(
    at path: Substring, in root: ObjectID, of repository: Repository
  ) throws(GitError) -> [String: TreeEntry]? {
    if let last, last.root == root, last.path == path { return last.entries }
    var entries = try folder(root, in: repository)
    for name in path.utf8.split(separator: UInt8(ascii: "/")) {
      guard let next = entries[String(Substring(name))], next.mode == .tree else { return nil }
      entries = try folder(next.id, in: repository)
    }
    last = (root, String(path), entries)
    return entries
  }

  private func folder(_ id: ObjectID, in repository: Repository) throws(GitError) -> [String: TreeEntry] {
    if let known = folders[id] { return known }
    let entries = try repository.treeChildren(tree: id)
    if entryCount + entries.count > 1 << 17 {
      folders = [:]
      entryCount = 0
    }
    let folder = Dictionary(entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    folders[id] = folder
    entryCount += entries.count
    return folder
  }
}

extension Repository {
  /// The files of a commit; objects are read through `cache`.
  ///
  /// - Throws: the errors of ``snapshot(_:)``.
  public func snapshot(of commit: ObjectID, using cache: ObjectCache) throws(GitError) -> FileSnapshot {
    FileSnapshot(CommitFiles(repository: self, tree: try commitHeader(commit).tree, cache: cache), at: .commit(commit))
  }
}
