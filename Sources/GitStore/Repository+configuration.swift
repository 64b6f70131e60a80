internal import CLibgit2

extension Repository {
  /// The value of a key such as `user.name`, from the repository's, the user's and the system's configuration.
  ///
  /// `GIT_CONFIG_GLOBAL`, `GIT_CONFIG_SYSTEM` and `git -c` do not reach libgit2 1.5.
  public func string(_ key: String) throws(GitError) -> String? { try configuration.string(key) }

  /// The value of a key that is true or false, in all of Git's spellings.
  public func bool(_ key: String) throws(GitError) -> Bool? { try configuration.bool(key) }

  /// Every value of a key that may stand more than once, in the order of the files.
  public func strings(_ key: String) throws(GitError) -> [String] { try configuration.strings(key) }

  /// The value of a key that is a path, with `~` expanded.
  public func path(_ key: String) throws(GitError) -> String? { try configuration.path(key) }

  /// Where `git` looks for hooks: `core.hooksPath`, or `hooks` in the common directory, also for a linked worktree.
  ///
  /// "A relative path is taken as relative to the directory where the hooks are run", which is the top of the work
  /// tree, or the repository itself when it is bare.
  /// <https://git-scm.com/docs/git-config#Documentation/git-config.txt-corehooksPath>
  public var hooksDirectory: String {
    get throws(GitError) {
      guard let path = try path("core.hookspath"), !path.isEmpty else { return commonDirectory + "/hooks" }
      let whole = absolute(path, from: root ?? gitDirectory)
      return whole.count > 1 && whole.hasSuffix("/") ? String(whole.dropLast()) : whole
    }
  }
}

extension Handle {
  // These take a `git_config`. Values are copied into buffers: `git_config_get_string` needs a snapshot.

  func string(_ key: String) throws(GitError) -> String? {
    try text { git_config_get_string_buf($0, self.pointer, key) }
  }

  func path(_ key: String) throws(GitError) -> String? {
    try text { git_config_get_path($0, self.pointer, key) }
  }

  func bool(_ key: String) throws(GitError) -> Bool? {
    var value: Int32 = 0
    let found = try gitFinds(.readConfiguration) { git_config_get_bool(&value, pointer, key) }
    return found ? value != 0 : nil
  }

  func strings(_ key: String) throws(GitError) -> [String] {
    let iterator = try Handle(
      .readConfiguration, parent: self, release: git_config_iterator_free,
      acquire: { git_config_multivar_iterator_new(&$0, pointer, key, nil) })
    return try iterator.entries().map { $0.value }
  }

  /// Whether any remote is one that promises objects: "remote.<name>.promisor: when set to true, this remote will be
  /// used to fetch promisor objects", or the older `extensions.partialClone`.
  func holdsPromisorRemote() throws(GitError) -> Bool {
    if try string("extensions.partialclone") != nil { return true }
    let iterator = try Handle(
      .readConfiguration, parent: self, release: git_config_iterator_free,
      acquire: { git_config_iterator_glob_new(&$0, pointer, "^remote\\..*\\.promisor$") })
    for entry in try iterator.entries() where try bool(entry.name) == true { return true }
    return false
  }

  private func entries() throws(GitError) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    var entry: UnsafeMutablePointer<git_config_entry>?
    while try gitSteps(.readConfiguration, { git_config_next(&entry, pointer) }) {
      guard let entry, let name = entry.pointee.name else { continue }
      found.append((String(cString: name), entry.pointee.value.map { String(cString: $0) } ?? ""))
    }
    return found
  }

  private func text(_ fill: (UnsafeMutablePointer<git_buf>) -> Int32) throws(GitError) -> String? {
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    guard try gitFinds(.readConfiguration, { fill(&buffer) }) else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: buffer.ptr, count: buffer.size), as: UTF8.self)
  }
}
