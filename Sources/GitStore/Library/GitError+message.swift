internal import SystemCalls

extension GitError {
  /// One sentence, without a full stop.
  public var message: String {
    switch self {
    case .notARepository(let path):
      "there is no Git repository at \(path) or above it"
    case .notAGitDirectory(let path):
      "GIT_DIR is \(path), which is not a Git repository"
    case .bareRepository(let path):
      "the repository \(path) is bare: it has no work tree and no index"
    case .unsupportedObjectFormat(let format):
      "the repository uses \(format) object names; only sha1 is supported"
    case .unsupportedReferenceFormat(let format):
      "the repository stores its references as \(format); only files are supported"
    case .unsupportedExtension(let name):
      "the repository uses the extension '\(name)', which is not supported"
    case .unsafeOwnership(let path):
      "the repository \(path) belongs to another user"
    case .missingObject(let id, promised: true):
      "the object \(id) has not been fetched: this is a partial clone"
    case .missingObject(let id, promised: false):
      "the object \(id) is missing from the repository"
    case .objectTooLarge(let id, let size, let limit):
      "the object \(id) has \(size) bytes; the limit is \(limit)"
    case .corrupt(let id, let reason):
      "the object \(id) is corrupt: \(reason)"
    case .damagedPackIndex(let path, let reason):
      "the pack index \(path) is damaged: \(reason)"
    case .unknownRevision(let text):
      "unknown revision '\(text)'"
    case .indexLocked(let path):
      "another process is using the index: \(path) exists"
    case .writerBusy(let process, let host):
      "another schemaledger is writing to this repository" + Self.place(process, host)
    case .lockUndecided(let path, let process, let host):
      "\(path) was created by schemaledger" + Self.place(process, host) + ", which may still be running"
    case .indexNotUpdated(let commit, let reason):
      "the commit \(commit.short) was created, but the index could not be updated: \(reason)"
    case .configurationLocked(let path):
      "another process is changing the configuration: \(path) exists"
    case .referenceLocked(let name):
      "another process is changing \(name)"
    case .referenceMoved(let name, let expected, let found):
      "\(name) has changed: it was \(Self.place(expected)) and is now \(Self.place(found))"
    case .referenceExists(let name):
      "\(name) exists"
    case .headMoved(let expected, let found):
      "HEAD has changed: it was \(expected) and is now \(found)"
    case .unmergedPath(let path):
      "\(path) has a merge conflict in the index"
    case .unsupportedIndex(let path, let name):
      "the index \(path) has the extension '\(name)', which is not supported"
    case .unreadableIndex(let path, let reason, _):
      "the index \(path) cannot be read: \(reason)"
    case .invalidVariable(let name, let reason):
      "\(name) is not valid: \(reason)"
    case .noIdentity(let role):
      "the identity of the \(role.rawValue) is not configured"
    case .invalidDate(let variable, let value):
      "\(variable) is not a date: '\(value)'"
    case .invalidIdentity(let name, let email):
      "'\(name) <\(email)>'".replacing("\n", with: "\\n") + " is not a valid identity"
    case .invalidPath(let path):
      "'\(path)' is not a valid path in a commit, or is listed twice"
    case .nothingToCommit:
      "nothing to commit: all files are already up to date"
    case .signingFailed(let program, let output):
      output.isEmpty
        ? "\(program) did not sign the commit or the tag" : "\(program) did not sign the commit or the tag:\n\(output)"
    case .unsupportedPath(let path):
      "\(path.shownFileName): repositories below a folder whose name is not UTF-8 are not supported"
    case .specialFile(let path):
      "\(path) is a named pipe or a device, and is not read"
    case .symlinkInPath(let path):
      "\(path) is a symbolic link; symbolic links are not followed"
    case .submoduleInPath(let path):
      "\(path) is a submodule; files cannot be written into it"
    case .fileInPath(let path):
      "\(path) is not a folder"
    case .folderInPlace(let path):
      "\(path) is a folder, but a file is needed there"
    case .outOfMemory:
      "out of memory"
    case .system(let path, _, let message):
      "\(path): \(message)"
    case .other(let operation, let code, let message):
      "could not \(operation.rawValue): \(message) (libgit2 \(code))"
    }
  }

  /// The suggested next step, with a command if there is one.
  public var hint: String? {
    switch self {
    case .notARepository:
      "change to a folder in a repository, or create one: git init"
    case .notAGitDirectory:
      "unset GIT_DIR, or set it to a repository"
    case .bareRepository(let path) where path.hasSuffix("/.git"):
      "if it has a work tree: git config core.bare false"
    case .bareRepository:
      "work in a clone or a linked worktree: git worktree add <folder>"
    case .unsupportedObjectFormat:
      "convert a copy: git init --object-format=sha1 ../copy && git fast-export --all | git -C ../copy fast-import"
    case .unsupportedReferenceFormat:
      "convert them (Git 2.46 or newer): git refs migrate --ref-format=files"
    case .unsupportedExtension:
      "list the repository's extensions: git config --get-regexp '^extensions\\.'"
    case .unsafeOwnership(let path):
      "if you trust it: git config --global --add safe.directory '\(path)'"
    case .missingObject(_, promised: true):
      "fetch the missing objects: git fetch --refetch --no-filter"
    case .missingObject, .corrupt:
      "check the repository for more damage: git fsck --full"
    case .damagedPackIndex(let path, _):
      "recreate it: rm -f '\(path)' && git index-pack '\(path.dropLast(3))pack'"
    case .objectTooLarge:
      nil
    case .outOfMemory:
      "close other programs, or raise the limit of this process (ulimit -v, a container)"
    case .unknownRevision:
      "list the commits: git log --oneline --decorate --all; in a shallow clone: git fetch --unshallow --tags"
    case .indexNotUpdated(let commit, _):
      "git diff-tree -r --root --no-commit-id --name-only \(commit.short) | git reset --quiet --pathspec-from-file=-"
    case .indexLocked(let path), .configurationLocked(let path):
      "wait for it to finish; if no git process is running: rm '\(path)'"
    case .writerBusy:
      "wait for it to finish, then run the command again"
    case .lockUndecided(let path, _, let host):
      "if it no longer runs on \(host): rm '\(path)'"
    case .referenceLocked(let name):
      "wait for it to finish; if no git process is running: rm \"$(git rev-parse --git-path \(name)).lock\""
    case .referenceExists:
      "choose another name: a tag that others may have fetched must not change"
    case .referenceMoved, .headMoved:
      "nothing was changed; check the new state and try again: git log -1"
    case .unmergedPath(let path):
      "resolve the conflict, then: git add '\(path)'"
    case .unsupportedIndex(let path, _):
      "recreate it, which unstages all changes: rm '\(path)' && git reset"
    case .unreadableIndex(_, _, isOwn: false):
      "unset GIT_INDEX_FILE, or set it to an index"
    case .unreadableIndex(let path, _, isOwn: true):
      "recreate it, which unstages all changes: rm '\(path)' && git reset"
    case .invalidVariable:
      "see 'ENVIRONMENT' in: git help config"
    case .noIdentity:
      "configure your identity: git config --global user.name 'Your Name' && git config --global user.email you@example.com"
    case .invalidDate:
      "use a format such as '@1700000000 +0100' or 2023-11-14T22:13:20+01:00"
    case .invalidIdentity:
      "check: git var GIT_AUTHOR_IDENT; git var GIT_COMMITTER_IDENT"
    case .invalidPath, .nothingToCommit:
      nil
    case .signingFailed:
      "test the key: git commit --allow-empty -S; commit without a signature: git config commit.gpgSign false"
    case .unsupportedPath:
      "rename the folder, or move the repository"
    case .specialFile(let path):
      "see what it is, and remove it: ls -l '\(path)'"
    case .symlinkInPath(let path):
      "replace the link with a folder, or check its target: ls -l '\(path)'"
    case .submoduleInPath:
      "configure another folder"
    case .fileInPath(let path), .folderInPlace(let path):
      "move it away: mv '\(path)' '\(path).old'"
    case .system, .other:
      nil
    }
  }

  private static func place(_ process: Int32?, _ host: String?) -> String {
    guard let process, let host else { return "" }
    return " (process \(process) on \(host))"
  }

  private static func place(_ id: ObjectID?) -> String { id?.short ?? "missing" }
}

extension GitError: CustomStringConvertible {
  /// The ``message``.
  public var description: String { message }
}
