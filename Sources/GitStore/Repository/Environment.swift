/// The variables that Git sets for a hook: which repository, index and identity to use. And where the user's state is.
///
/// The caller reads the process environment; this library does not. As in `git` itself, a variable that is set but
/// empty counts as unset. See [git(1), Environment Variables](https://git-scm.com/docs/git#_environment_variables).
public struct Environment: Sendable {
  /// `GIT_DIR`: set in the hooks of a linked worktree and of a bare repository.
  public var gitDirectory: String?
  /// `GIT_WORK_TREE`: set when `git --work-tree` was used.
  public var workTree: String?
  /// `GIT_INDEX_FILE`: the index of the commit in progress. `commit -a` and `commit -- path` use a file other than
  /// `.git/index`.
  public var indexFile: String?
  /// `GIT_OBJECT_DIRECTORY`: the quarantine directory, which holds the objects of a push until `pre-receive` has
  /// accepted it. See [git-receive-pack(1), Quarantine
  /// Environment](https://git-scm.com/docs/git-receive-pack#_quarantine_environment).
  public var objectDirectory: String?
  /// `GIT_ALTERNATE_OBJECT_DIRECTORIES`: additional object directories, separated by `:`. A path that begins with a
  /// double quote is quoted as in C.
  public var alternateObjectDirectories: [String]
  /// The commits that a `git merge` without conflicts merges. Git sets `GITHEAD_<commit>` for each of them; it writes
  /// `MERGE_HEAD` only after `pre-merge-commit` has run.
  public var mergedCommits: [ObjectID]
  /// `GIT_AUTHOR_NAME`.
  public var authorName: String?
  /// `GIT_AUTHOR_EMAIL`.
  public var authorEmail: String?
  /// `GIT_AUTHOR_DATE`.
  public var authorDate: String?
  /// `GIT_COMMITTER_NAME`.
  public var committerName: String?
  /// `GIT_COMMITTER_EMAIL`.
  public var committerEmail: String?
  /// `GIT_COMMITTER_DATE`.
  public var committerDate: String?

  /// The variables that choose Git's configuration files, and those with further keys: `GIT_CONFIG_…`, even if empty.
  public var configuration: [String: String] = [:]
  /// `SUDO_UID`: the user who has run `sudo`.
  public var invoker: UInt32?

  /// The user's folder for what is remembered outside of repositories; `nil` if no variable names one.
  public var stateFolder: StateFolder?
  /// `SCHEMALEDGER_CACHE_KEY`: a secret that machines share which use each other's cache files.
  public var cacheSecret: String?

  /// Reads the `GIT_…` variables, and those of the user's state, from a process environment.
  public init(_ variables: [String: String] = [:]) {
    func value(_ name: String) -> String? {
      variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    gitDirectory = value("GIT_DIR")
    workTree = value("GIT_WORK_TREE")
    indexFile = value("GIT_INDEX_FILE")
    objectDirectory = value("GIT_OBJECT_DIRECTORY")
    alternateObjectDirectories = value("GIT_ALTERNATE_OBJECT_DIRECTORIES").map(pathList) ?? []
    mergedCommits = variables.keys.sorted().compactMap { name in
      name.hasPrefix("GITHEAD_") ? ObjectID(hex: String(name.dropFirst("GITHEAD_".count))) : nil
    }
    authorName = value("GIT_AUTHOR_NAME")
    authorEmail = value("GIT_AUTHOR_EMAIL")
    authorDate = value("GIT_AUTHOR_DATE")
    committerName = value("GIT_COMMITTER_NAME")
    committerEmail = value("GIT_COMMITTER_EMAIL")
    committerDate = value("GIT_COMMITTER_DATE")
    configuration = variables.filter { $0.key.hasPrefix("GIT_CONFIG_") }
    invoker = value("SUDO_UID").flatMap { UInt32($0) }
    stateFolder = StateFolder(variables)
    cacheSecret = value(CacheFolder.secretName)
  }
}

/// Splits a list of paths at its colons, except inside quotes.
private func pathList(_ text: String) -> [String] {
  var paths: [String] = []
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    var path: [UInt8] = []
    if rest.first == UInt8(ascii: "\"") {
      rest.removeFirst()
      while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
        path.append(byte == UInt8(ascii: "\\") ? unescaped(&rest) : byte)
      }
    }
    while let byte = rest.popFirst(), byte != UInt8(ascii: ":") { path.append(byte) }
    if !path.isEmpty { paths.append(String(decoding: path, as: UTF8.self)) }
  }
  return paths
}

/// Decodes an escape sequence after a backslash: three octal digits, or a letter as in C.
private func unescaped(_ rest: inout ArraySlice<UInt8>) -> UInt8 {
  let digits = rest.prefix(3)
  if digits.count == 3, let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 8) {
    rest.removeFirst(3)
    return byte
  }
  let letters: [Character: UInt8] = ["a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13]
  let byte = rest.popFirst() ?? UInt8(ascii: "\\")
  return letters[Character(UnicodeScalar(byte))] ?? byte
}
