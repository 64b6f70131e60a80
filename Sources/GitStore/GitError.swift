/// What stopped a Git operation. The wording is in `GitError+message.swift`.
public enum GitError: Error, Hashable, Sendable {
  /// No repository at or above this folder.
  case notARepository(path: String)
  /// `GIT_DIR` names what is no repository.
  case notAGitDirectory(path: String)
  /// The repository has no work tree or index, and the operation needs one.
  case bareRepository(path: String)
  /// The repository names its objects by another hash, such as `sha256`.
  case unsupportedObjectFormat(String)
  /// The repository uses an extension that changes what its files mean, such as `refstorage`.
  case unsupportedExtension(String)
  /// The repository belongs to another user and `safe.directory` does not list it.
  case unsafeOwnership(path: String)
  /// An object that another one names is not there. `promised` in a partial clone, where the remote has it.
  case missingObject(ObjectID, promised: Bool)
  /// The object is longer than the caller allows.
  case objectTooLarge(ObjectID, size: Int, limit: Int)
  /// The object is there and is not what its name or its place says.
  case corrupt(ObjectID, reason: String)
  /// No such branch, tag, commit or other revision, or it is not a commit.
  case unknownRevision(String)
  /// Another process holds the index.
  case indexLocked(path: String)
  /// The commit is made, and the index is as it was before.
  case indexLeftBehind(commit: ObjectID, reason: String)
  /// Another process holds the configuration file.
  case configurationLocked(path: String)
  /// Another process holds the reference.
  case referenceLocked(name: String)
  /// The reference is not where it was when the commit was planned. `nil`: it does not exist.
  case referenceMoved(name: String, expected: ObjectID?, found: ObjectID?)
  /// `HEAD` names another branch, or none, than when the commit was planned.
  case headMoved(expected: String, found: String)
  /// The index holds more than one stage of the path: a merge left a conflict there.
  case unmergedPath(String)
  /// The index file has a part that libgit2 cannot read: `link` for a split index, `sdir` for a sparse one.
  case unsupportedIndex(path: String, extension: String)
  /// The index file is not one, or is damaged.
  case unreadableIndex(path: String, reason: String)
  /// Neither `GIT_…` variables nor the configuration say who commits.
  case noIdentity(Role)
  /// A date in `GIT_AUTHOR_DATE` or `GIT_COMMITTER_DATE` is in no format known here.
  case invalidDate(variable: String, value: String)
  /// A name or email that is empty, or holds what a commit cannot hold.
  case invalidIdentity(name: String, email: String)
  /// A path that cannot stand in a tree: empty, absolute, with `.` or `..` or `.git` in it, or named twice.
  case invalidPath(String)
  /// A commit that would change nothing.
  case nothingToCommit
  /// The signing program failed, or answered without a signature.
  case signingFailed(program: String, output: String)
  /// A folder on the way to the path, or the path itself, is a symbolic link.
  case symlinkInPath(String)
  /// A folder on the way to a path is a submodule.
  case submoduleInPath(String)
  /// There is a file where a folder has to be.
  case fileInPath(String)
  /// There is a folder where a file has to be.
  case folderInPlace(String)
  /// The operating system refused.
  case system(path: String, errno: Int32, message: String)
  /// libgit2 refused for a reason that has no case of its own.
  case other(operation: Operation, code: Int32, message: String)

  /// Whose identity is meant.
  public enum Role: String, Hashable, Sendable {
    case author, committer
  }
}
