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
      "the repository names its objects by \(format); only sha1 can be read"
    case .unsupportedExtension(let name):
      "the repository uses the extension '\(name)', which cannot be read here"
    case .unsafeOwnership(let path):
      "the repository \(path) belongs to another user"
    case .missingObject(let id, promised: true):
      "the object \(id) is not here: this is a partial clone, and it was not fetched"
    case .missingObject(let id, promised: false):
      "the object \(id) is missing from the repository"
    case .objectTooLarge(let id, let size, let limit):
      "the object \(id) has \(size) bytes, more than the \(limit) allowed"
    case .corrupt(let id, let reason):
      "the object \(id) is corrupt: \(reason)"
    case .unknownRevision(let text):
      "there is no commit called '\(text)'"
    case .indexLocked(let path):
      "another process is using the index: \(path) exists"
    case .indexLeftBehind(let commit, let reason):
      "the commit \(commit.short) was made, but the index could not be brought up to date: \(reason)"
    case .configurationLocked(let path):
      "another process is changing the configuration: \(path) exists"
    case .referenceLocked(let name):
      "another process is changing \(name)"
    case .referenceMoved(let name, let expected, let found):
      "\(name) moved in the meantime: it was \(Self.place(expected)), and is now \(Self.place(found))"
    case .headMoved(let expected, let found):
      "HEAD moved in the meantime: it was \(expected), and is now \(found)"
    case .unmergedPath(let path):
      "\(path) has a merge conflict in the index"
    case .unsupportedIndex(let path, let name):
      "the index \(path) has a part '\(name)' that cannot be read here"
    case .unreadableIndex(let path, let reason):
      "the index \(path) cannot be read: \(reason)"
    case .noIdentity(let role):
      "Git does not know who the \(role.rawValue) is"
    case .invalidDate(let variable, let value):
      "\(variable) is not a date: '\(value)'"
    case .invalidIdentity(let name, let email):
      "'\(name) <\(email)>'".replacing("\n", with: "\\n") + " cannot be written into a commit"
    case .invalidPath(let path):
      "'\(path)' cannot be a path in a commit, or is named twice"
    case .nothingToCommit:
      "there is nothing to commit: every file is already as it should be"
    case .signingFailed(let program, let output):
      output.isEmpty
        ? "\(program) did not sign the commit" : "\(program) did not sign the commit:\n\(output)"
    case .symlinkInPath(let path):
      "\(path) is a symbolic link; nothing is written through it"
    case .submoduleInPath(let path):
      "\(path) is a submodule; nothing is written into it"
    case .fileInPath(let path):
      "\(path) is not a folder"
    case .folderInPlace(let path):
      "\(path) is a folder, and has to be a file"
    case .system(let path, _, let message):
      "\(path): \(message)"
    case .other(let operation, let code, let message):
      "could not \(operation.rawValue): \(message) (libgit2 \(code))"
    }
  }

  /// What to do about it, with the command where there is one.
  public var hint: String? {
    switch self {
    case .notARepository:
      "go to a folder of a repository, or make one: git init"
    case .notAGitDirectory:
      "unset GIT_DIR, or set it to a repository"
    case .bareRepository(let path) where path.hasSuffix("/.git"):
      "if it has a work tree after all: git config core.bare false"
    case .bareRepository:
      "work in a clone or a linked worktree: git worktree add <folder>"
    case .unsupportedObjectFormat, .unsupportedExtension:
      "see which extensions the repository has: git config --get-regexp '^extensions\\.'"
    case .unsafeOwnership(let path):
      "if you trust it: git config --global --add safe.directory '\(path)'"
    case .missingObject(_, promised: true):
      "fetch what the filter left out: git fetch --refetch --no-filter"
    case .missingObject, .corrupt:
      "see what else is damaged: git fsck --full"
    case .objectTooLarge:
      nil
    case .unknownRevision:
      "see what there is: git log --oneline --decorate --all; in a shallow clone: git fetch --unshallow --tags"
    case .indexLeftBehind(let commit, _):
      "git diff-tree -r --root --no-commit-id --name-only \(commit.short) | git reset --quiet --pathspec-from-file=-"
    case .indexLocked(let path), .configurationLocked(let path):
      "wait for it to finish; if no git process is running: rm '\(path)'"
    case .referenceLocked(let name):
      "wait for it to finish; if no git process is running: rm \"$(git rev-parse --git-path \(name)).lock\""
    case .referenceMoved, .headMoved:
      "nothing was changed; look at the new state and try again: git log -1"
    case .unmergedPath(let path):
      "resolve it, then: git add '\(path)'"
    case .unsupportedIndex(_, extension: "link"):
      "make the index one file again: git update-index --no-split-index"
    case .unsupportedIndex:
      "make the index whole again: git sparse-checkout reapply --no-sparse-index"
    case .unreadableIndex(let path, _):
      "make it anew, which unstages what is staged: rm '\(path)' && git reset"
    case .noIdentity:
      "say who you are: git config --global user.name 'Your Name' && git config --global user.email you@example.com"
    case .invalidDate:
      "use a form such as '@1700000000 +0100' or 2023-11-14T22:13:20+01:00"
    case .invalidIdentity:
      "look at: git var GIT_AUTHOR_IDENT; git var GIT_COMMITTER_IDENT"
    case .invalidPath, .nothingToCommit:
      nil
    case .signingFailed:
      "try the key: git commit --allow-empty -S; commit without a signature: git config commit.gpgSign false"
    case .symlinkInPath(let path):
      "replace the link by a folder, or look where it leads: ls -l '\(path)'"
    case .submoduleInPath:
      "name another folder in the configuration"
    case .fileInPath(let path), .folderInPlace(let path):
      "move it away: mv '\(path)' '\(path).old'"
    case .system, .other:
      nil
    }
  }

  private static func place(_ id: ObjectID?) -> String { id?.short ?? "not there" }
}

extension GitError: CustomStringConvertible {
  /// The ``message``.
  public var description: String { message }
}
