/// The files of a repository at one place: a commit, the index, the work tree, or, for tests, memory.
///
/// Paths count from the top of the repository and use `/`; `""` is the top folder itself. A path with `.`, `..` or an
/// empty component names nothing. Content is what Git stores, or for the work tree what is on the disk: no filter and
/// no line-end conversion is applied.
///
/// In the index, an entry of `git add --intent-to-add` is not there, as it is not in the commit to come; asking about
/// a path with a merge conflict throws ``GitError/unmergedPath(_:)``.
public struct FileSnapshot {
  /// Where files are looked at.
  public enum Place: Hashable, Sendable {
    case commit(ObjectID)
    case index
    case workTree
  }

  /// One file.
  public struct File: Hashable, Sendable {
    /// What a file is; a folder is none.
    public enum Kind: String, Hashable, Sendable {
      case file, executable, symlink, submodule
    }

    /// From the top of the repository, with `/`.
    public let path: String
    /// What it is.
    public let kind: Kind
    /// The blob, or a submodule's commit; `nil` in the work tree and in memory.
    public let id: ObjectID?

    /// A file by its parts.
    public init(path: String, kind: Kind, id: ObjectID? = nil) {
      self.path = path
      self.kind = kind
      self.id = id
    }
  }

  /// One name in a folder.
  public struct Child: Hashable, Sendable {
    /// The name, without the folder.
    public let name: String
    /// What kind of file it is; `nil` for a folder.
    public let kind: File.Kind?
    /// Whether more may be below it.
    public var isFolder: Bool { kind == nil }

    /// A child by its parts.
    public init(name: String, kind: File.Kind?) {
      self.name = name
      self.kind = kind
    }
  }

  /// Where the files are; nil for those in memory.
  public let place: Place?
  private let source: any FileSource

  init(_ source: any FileSource, at place: Place?) {
    self.source = source
    self.place = place
  }

  /// Files that exist only here, by path.
  public init(memory files: [String: [UInt8]]) { self.init(MemoryFiles(files: files), at: nil) }

  /// The content of a regular file; `nil` when there is none.
  ///
  /// A symbolic link is not a file and none is followed, so nothing outside the repository is ever read.
  public func read(_ path: String) throws(GitError) -> [UInt8]? {
    guard let path = normalized(path), !path.isEmpty else { return nil }
    return try source.read(path)
  }

  /// The names in a folder, ordered by their bytes; `nil` when there is no such folder.
  ///
  /// In the work tree without `.git`, nested repositories and what `.gitignore` leaves out.
  public func list(_ folder: String) throws(GitError) -> [Child]? {
    guard let folder = normalized(folder) else { return nil }
    return try source.list(folder)?.sorted { precedes($0.name, $1.name) }
  }

  /// Every file at any depth under a folder, ordered by the bytes of the paths; none when there is no such folder.
  ///
  /// In the work tree: what is on the disk, tracked or not, without `.git`, nested repositories and untracked files
  /// that `.gitignore` leaves out.
  public func files(under folder: String) throws(GitError) -> [File] {
    guard let folder = normalized(folder) else { return [] }
    return try source.files(under: folder).sorted { precedes($0.path, $1.path) }
  }

  /// The id of the blob at a path, or of a submodule's commit; at a commit also of a folder's tree. `nil` when nothing
  /// is there, in the work tree and in memory.
  public func id(of path: String) throws(GitError) -> ObjectID? {
    guard let path = normalized(path) else { return nil }
    return try source.id(of: path)
  }
}

/// What a kind of place has to answer. Paths are normalized.
protocol FileSource {
  func read(_ path: String) throws(GitError) -> [UInt8]?
  func list(_ folder: String) throws(GitError) -> [FileSnapshot.Child]?
  func files(under folder: String) throws(GitError) -> [FileSnapshot.File]
  func id(of path: String) throws(GitError) -> ObjectID?
}

extension Repository {
  /// The files at a place. The index is read at this moment, the work tree when it is asked.
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

/// The path without a slash at its end; `nil` when it can name nothing in a repository.
func normalized(_ path: String) -> String? {
  var path = path[...]
  while path.hasSuffix("/"), path != "/" { path = path.dropLast() }
  if path.isEmpty || path == "." { return "" }
  for component in path.split(separator: "/", omittingEmptySubsequences: false)
  where component.isEmpty || component == "." || component == ".." || component.utf8.contains(0) {
    return nil
  }
  return String(path)
}

/// Git's order: bytes, not characters.
func precedes(_ one: String, _ other: String) -> Bool {
  one.utf8.lexicographicallyPrecedes(other.utf8)
}

/// `name` in `folder`, where `""` is the top.
func joined(_ folder: String, _ name: String) -> String {
  folder.isEmpty ? name : folder + "/" + name
}
