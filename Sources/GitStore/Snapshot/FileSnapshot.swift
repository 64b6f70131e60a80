/// The files of a repository in a commit, in the index, in the work tree or, for tests, in memory.
///
/// Paths are relative to the top of the repository and use `/`; `""` is the top folder. A path with `.`, `..` or an
/// empty component names nothing. Content is what Git stores or, for the work tree, what is on disk: no filter and no
/// line-end conversion is applied.
///
/// In the index, entries of `git add --intent-to-add` are left out, as they are in the next commit. A path with a merge
/// conflict throws ``GitError/unmergedPath(_:)``.
public struct FileSnapshot {
  /// The part of the repository that files are read from.
  public enum Place: Hashable, Sendable {
    case commit(ObjectID)
    case index
    case workTree
  }

  /// One file.
  public struct File: Hashable, Sendable {
    /// The path from the top of the repository, with `/`.
    public let path: String
    /// The kind of file.
    public let kind: FileKind
    /// The id of the blob or of the submodule's commit; `nil` in the work tree and in memory.
    public let id: ObjectID?

    /// Creates a file.
    public init(path: String, kind: FileKind, id: ObjectID? = nil) {
      self.path = path
      self.kind = kind
      self.id = id
    }
  }

  /// An entry of a folder.
  public struct Child: Hashable, Sendable {
    /// The name, without the folder.
    public let name: String
    /// The kind of file; `nil` for a folder.
    public let kind: FileKind?
    /// Whether the entry is a folder.
    public var isFolder: Bool { kind == nil }

    /// Creates an entry.
    public init(name: String, kind: FileKind?) {
      self.name = name
      self.kind = kind
    }
  }

  /// The part of the repository; `nil` for files in memory.
  public let place: Place?
  private let source: any FileSource

  init(_ source: any FileSource, at place: Place?) {
    self.source = source
    self.place = place
  }

  /// Creates a snapshot of files in memory, by path. Of two files with one path, the later counts.
  public init(memory files: some Sequence<(key: String, value: [UInt8])>) {
    let files = files.map { (ByteName($0.key), $0.value) }
    self.init(MemoryFiles(files: Dictionary(files, uniquingKeysWith: { $1 })), at: nil)
  }

  /// The same files without those, and without the folders, for whose paths `isLeftOut` is true. The id of a folder is still that
  /// of the whole folder.
  public func leavingOut(where isLeftOut: @escaping (String) -> Bool) -> FileSnapshot {
    FileSnapshot(FilteredFiles(source: source, isLeftOut: isLeftOut), at: place)
  }

  /// The content of a regular file; `nil` if there is none.
  ///
  /// Symbolic links are not followed, so nothing outside the repository is read.
  public func read(_ path: String) throws(GitError) -> [UInt8]? {
    guard let path = normalized(path), !path.isEmpty else { return nil }
    return try source.read(path)
  }

  /// The entries of a folder, ordered by the bytes of their names; `nil` if there is no such folder.
  ///
  /// In the work tree, `.git`, nested repositories and ignored files are left out.
  public func list(_ folder: String) throws(GitError) -> [Child]? {
    guard let folder = normalized(folder) else { return nil }
    return try source.list(folder)?.sorted { precedes($0.name, $1.name) }
  }

  /// All files below a folder, at any depth, ordered by the bytes of their paths; empty if there is no such folder.
  ///
  /// In the work tree these are the files on disk, tracked or not, except `.git`, nested repositories and ignored
  /// untracked files.
  public func files(under folder: String) throws(GitError) -> [File] {
    guard let folder = normalized(folder) else { return [] }
    return try source.files(under: folder).sorted { precedes($0.path, $1.path) }
  }

  /// The content of all regular files below a folder, at any depth, by path; empty if there is no such folder.
  ///
  /// In the work tree, the files are those of ``files(under:)``.
  public func contents(under folder: String) throws(GitError) -> [ByteName: [UInt8]] {
    guard let folder = normalized(folder) else { return [:] }
    return try source.contents(under: folder)
  }

  /// A reader of the files' blobs for another thread; `nil` if files have no ids.
  ///
  /// - Throws: ``GitError`` if the object database cannot be opened again.
  public func blobReader() throws(GitError) -> BlobReader? { try source.blobs?.blobReader() }

  /// The id of the blob or submodule commit at a path and, in a commit, also of the tree of a folder. `nil` if nothing
  /// exists there, and always in the work tree and in memory.
  public func id(of path: String) throws(GitError) -> ObjectID? {
    guard let path = normalized(path) else { return nil }
    return try source.id(of: path)
  }
}

/// The requirements of ``FileSnapshot`` on each place. Paths are normalized.
protocol FileSource {
  /// The repository that has the files as blobs; `nil` if files have no ids.
  var blobs: Repository? { get }
  func read(_ path: String) throws(GitError) -> [UInt8]?
  func list(_ folder: String) throws(GitError) -> [FileSnapshot.Child]?
  func files(under folder: String) throws(GitError) -> [FileSnapshot.File]
  func contents(under folder: String) throws(GitError) -> [ByteName: [UInt8]]
  func id(of path: String) throws(GitError) -> ObjectID?
}

extension FileSource {
  func contents(under folder: String) throws(GitError) -> [ByteName: [UInt8]] { try readEachFile(under: folder) }

  func readEachFile(under folder: String) throws(GitError) -> [ByteName: [UInt8]] {
    var contents: [ByteName: [UInt8]] = [:]
    for file in try files(under: folder) { contents[ByteName(file.path)] = try read(file.path) }
    return contents
  }
}

extension Repository {
  /// The files at a place. The index is read immediately; the work tree is read on demand.
  ///
  /// - Throws: ``GitError/bareRepository(path:)`` for the work tree of a bare repository.
  public func snapshot(_ place: FileSnapshot.Place) throws(GitError) -> FileSnapshot {
    switch place {
    case .commit(let id):
      FileSnapshot(CommitFiles(repository: self, tree: try commitHeader(id).tree), at: place)
    case .index:
      FileSnapshot(try IndexFiles(openIndex(indexPath), repository: self), at: place)
    case .workTree:
      FileSnapshot(try WorkTreeFiles(self), at: place)
    }
  }
}
