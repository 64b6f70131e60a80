/// An error that stopped a Git operation. The messages are in `GitError+message.swift`.
public enum GitError: Error, Hashable, Sendable {
  /// There is no repository at or above this folder.
  case notARepository(path: String)
  /// `GIT_DIR` names a path that is not a repository.
  case notAGitDirectory(path: String)
  /// The repository has no work tree or index, and the operation needs one.
  case bareRepository(path: String)
  /// The repository uses another hash algorithm for object names, such as `sha256`.
  case unsupportedObjectFormat(String)
  /// The repository stores its references in another format than files, such as `reftable`.
  case unsupportedReferenceFormat(String)
  /// The repository uses an extension that changes its format, such as `compatObjectFormat`.
  case unsupportedExtension(String)
  /// The repository belongs to another user and is not listed in `safe.directory`.
  case unsafeOwnership(path: String)
  /// An object that another object refers to is missing. `promised` is true in a partial clone, where the remote has
  /// it.
  case missingObject(ObjectID, promised: Bool)
  /// The object is larger than the caller allows.
  case objectTooLarge(ObjectID, size: Int, limit: Int)
  /// The object exists, but its content does not match its name or the expected type.
  case corrupt(ObjectID, reason: String)
  /// The index of a pack, in which objects are looked up, is damaged.
  case damagedPackIndex(path: String, reason: String)
  /// The revision does not exist or is not a commit.
  case unknownRevision(String)
  /// Another process has locked the index.
  case indexLocked(path: String)
  /// Another process of schemaledger writes to the repository, and did not finish in time.
  case writerBusy(process: Int32?, host: String?)
  /// schemaledger created this lock on another host or in another container, where the process may still run.
  case lockUndecided(path: String, process: Int32, host: String)
  /// The commit was created, but the index was not updated.
  case indexNotUpdated(commit: ObjectID, reason: String)
  /// Another process has locked the configuration file.
  case configurationLocked(path: String)
  /// Another process has locked the reference.
  case referenceLocked(name: String)
  /// The reference changed since the commit was planned. `nil` means that it does not exist.
  case referenceMoved(name: String, expected: ObjectID?, found: ObjectID?)
  /// A reference that was to be created exists.
  case referenceExists(name: String)
  /// `HEAD` points to a different branch than when the commit was planned, or is detached.
  case headMoved(expected: String, found: String)
  /// The path has a merge conflict: the index contains more than one stage of it.
  case unmergedPath(String)
  /// The index file has an extension that changes its meaning and is not known.
  case unsupportedIndex(path: String, extension: String)
  /// The index file is not valid. `isOwn` if it is the repository's, and not one that `GIT_INDEX_FILE` names.
  case unreadableIndex(path: String, reason: String, isOwn: Bool)
  /// A `GIT_CONFIG_…` variable is not valid.
  case invalidVariable(String, reason: String)
  /// Neither the `GIT_…` variables nor the configuration contain an identity for this role.
  case noIdentity(Role)
  /// The date in `GIT_AUTHOR_DATE` or `GIT_COMMITTER_DATE` has an unknown format.
  case invalidDate(variable: String, value: String)
  /// The name or email is empty or contains characters that a commit cannot contain.
  case invalidIdentity(name: String, email: String)
  /// The path is not valid in a tree (empty, absolute, or with `.`, `..` or `.git` in it), or is listed twice.
  case invalidPath(String)
  /// The commit would not change anything.
  case nothingToCommit
  /// The signing program failed or did not return a signature.
  case signingFailed(program: String, output: String)
  /// The repository is below a folder whose name is not UTF-8.
  case unsupportedPath(String)
  /// A file of Git is a named pipe or a device.
  case specialFile(path: String)
  /// The path, or a folder in it, is a symbolic link.
  case symlinkInPath(String)
  /// A folder in the path is a submodule.
  case submoduleInPath(String)
  /// A file exists where a folder is needed.
  case fileInPath(String)
  /// A folder exists where a file is to be written.
  case folderInPlace(String)
  /// The system gave no memory. Nothing was written.
  case outOfMemory
  /// A system call failed.
  case system(path: String, errno: Int32, message: String)
  /// libgit2 failed for a reason that has no case of its own.
  case other(operation: Operation, code: Int32, message: String)

  /// The role of an identity in a commit.
  public enum Role: String, Hashable, Sendable {
    case author, committer
  }
}
