internal import CLibgit2
internal import SystemCalls

/// A Git repository, opened through libgit2.
///
/// A repository is not `Sendable`: it belongs to the task that opened it. Paths in results use `/` and have no trailing
/// slash.
public final class Repository {
  /// The top of the work tree; `nil` if the repository is bare.
  public let root: String?
  /// The directory that contains `HEAD`; in a linked worktree `…/.git/worktrees/<name>`.
  public let gitDirectory: String
  /// The directory of objects, references and configuration, which all linked worktrees share.
  public let commonDirectory: String
  /// What later runs need not do again.
  public let caches: CacheFolder
  /// The index file: `GIT_INDEX_FILE` in a hook, otherwise the repository's own.
  public let indexPath: String
  /// The repository's own index file, even in a hook with `GIT_INDEX_FILE`.
  let ownIndexPath: String
  /// Whether `GIT_INDEX_FILE` is set, as in a hook.
  let namesIndex: Bool
  /// Whether the repository is a partial clone (`git clone --filter`), in which objects may be missing.
  public let isPartialClone: Bool
  /// The commits that a merge in progress merges into `HEAD`.
  public let mergedCommits: [ObjectID]
  /// The commits whose parents are missing because the clone is shallow.
  let shallowBoundary: Set<ObjectID>

  let handle: Handle
  let database: ObjectDatabase
  var objects: Handle { database.handle }
  let configuration: Configuration
  /// The permissions that others have for the files of the Git folder.
  let sharing: SharedPermissions
  var treeEntries = TreeEntryCache()
  var recentListings = RecentListings()
  var commitTexts = CommitTextCache()
  /// The right to write, as long as ``startWriting(_:)`` has it and the file system supports it.
  var writer: WriterLock?
  var writerDepth = 0

  /// Whether the repository has no work tree.
  public var isBare: Bool { root == nil }
  /// Whether the repository is a shallow clone (`git clone --depth`).
  public var isShallow: Bool { !shallowBoundary.isEmpty }

  /// Finds and opens the repository that contains `folder`.
  ///
  /// `GIT_DIR`, `GIT_WORK_TREE` and `GIT_INDEX_FILE` are interpreted as by `git`, relative to `folder`, which takes the
  /// role of the current directory. libgit2's own handling of them fails with "GIT_WORK_TREE unimplemented".
  ///
  /// - Throws: ``GitError/notARepository(path:)``, ``GitError/unsafeOwnership(path:)``,
  ///   ``GitError/unsupportedObjectFormat(_:)``, ``GitError/unsupportedReferenceFormat(_:)``,
  ///   ``GitError/unsupportedExtension(_:)``, ``GitError/invalidVariable(_:reason:)``, ``GitError/unsupportedPath(_:)``,
  ///   ``GitError/specialFile(path:)``.
  public static func discover(
    from folder: String, environment: Environment = Environment()
  ) throws(GitError) -> Repository {
    try Library.start()
    let start = absolute(folder, from: currentFolder())
    if start.resolvingLinks.isUnusualFileName { throw .unsupportedPath(start) }
    let handle = try openHandle(from: start, environment: environment)
    return try Repository(handle, folder: start, environment: environment)
  }

  private init(_ handle: Handle, folder: String, environment: Environment) throws(GitError) {
    let gitDirectory = directory(git_repository_path(handle.pointer))
    let commonDirectory = directory(git_repository_commondir(handle.pointer))
    let configuration = try Configuration(protectedOf: environment, from: folder)
    // As for `git`, whoever names a repository in GIT_DIR trusts it.
    if environment.gitDirectory == nil {
      try Ownership(handle, gitDirectory: gitDirectory).check(configuration, invoker: environment.invoker)
    }
    try configuration.addFiles(of: handle, gitDirectory: gitDirectory, commonDirectory: commonDirectory)
    if let format = try configuration.string("extensions.objectformat"), format != "sha1" {
      throw .unsupportedObjectFormat(format)
    }
    if let storage = try configuration.string("extensions.refstorage"), storage != "files" {
      throw .unsupportedReferenceFormat(storage)
    }
    root = try Self.resolveWorkTree(
      handle, configuration, folder: folder, gitDirectory: gitDirectory, commonDirectory: commonDirectory,
      environment: environment)
    ownIndexPath = gitDirectory + "/index"
    // `git` changes to the top of the work tree before it opens this file.
    namesIndex = environment.indexFile != nil
    indexPath = environment.indexFile.map { [root] in absolute($0, from: root ?? gitDirectory) } ?? ownIndexPath
    try SpecialFiles.check(file: indexPath)
    isPartialClone = try configuration.holdsPromisorRemote()
    shallowBoundary = try Self.readShallowBoundary(commonDirectory)
    // Hooks of `git push` have objects in further folders.
    let otherFolders = [environment.objectDirectory].compactMap(\.self) + environment.alternateObjectDirectories
    database = try ObjectDatabase(
      opening: ObjectFolders(
        own: commonDirectory + "/objects", others: otherFolders.map { absolute($0, from: folder) }),
      isPartialClone: isPartialClone, syncs: try configuration.bool("core.fsyncobjectfiles") ?? false)
    try git(.openRepository) { [database] in git_repository_set_odb(handle.pointer, database.handle.pointer) }
    mergedCommits = try Self.readMergeHeads(gitDirectory) ?? environment.mergedCommits
    self.handle = handle
    self.configuration = configuration
    self.gitDirectory = gitDirectory
    self.commonDirectory = commonDirectory
    sharing = SharedPermissions(try configuration.string("core.sharedrepository"))
    caches = CacheFolder(
      in: commonDirectory, sharing: sharing,
      key: CacheKey(state: environment.stateFolder, secret: environment.cacheSecret))
  }

  /// The commits listed in `$GIT_COMMON_DIR/shallow`, one hexadecimal id per line.
  ///
  /// <https://git-scm.com/docs/shallow>: "when the file is present, Git regards the listed commits as having no
  /// parents". libgit2 1.5 ignores the file and fails at these commits, which is why this module parses commits itself.
  private static func readShallowBoundary(_ commonDirectory: String) throws(GitError) -> Set<ObjectID> {
    guard let content = try readFile(commonDirectory + "/shallow") else { return [] }
    return Set(content.split(separator: UInt8(ascii: "\n")).compactMap { ObjectID(hexDigits: $0) })
  }

  /// The commits listed in `MERGE_HEAD`, one hexadecimal id per line; `nil` if no merge is in progress.
  private static func readMergeHeads(_ gitDirectory: String) throws(GitError) -> [ObjectID]? {
    try readFile(gitDirectory + "/MERGE_HEAD").map { content in
      content.split(separator: UInt8(ascii: "\n")).compactMap { ObjectID(hexDigits: $0) }
    }
  }
}
