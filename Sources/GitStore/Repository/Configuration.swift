internal import CLibgit2
internal import SystemCalls

/// Git's configuration: the system's, the user's and the repository's files, and that of the command.
///
/// libgit2 1.5 ignores the variables that choose the files or add keys, so the files are opened here.
final class Configuration {
  /// The files. The configuration of the command is not in it.
  let files: Handle
  private let command: CommandConfiguration

  /// The protected configuration, which no repository can change: the system's, the user's and the command's. "Protected
  /// configuration refers to the system, global, and command scopes."
  /// <https://git-scm.com/docs/git-config#SCOPES>
  ///
  /// - Parameter folder: where relative paths in the environment start.
  /// - Throws: ``GitError/invalidVariable(_:reason:)``, ``GitError/other(operation:code:message:)`` for a damaged file.
  init(protectedOf environment: Environment, from folder: String) throws(GitError) {
    let variables = environment.configuration
    command = try CommandConfiguration(variables)
    files = try Handle(.readConfiguration, release: git_config_free, acquire: { git_config_new(&$0) })
    if try !Self.isTrue("GIT_CONFIG_NOSYSTEM", in: variables) {
      let own = variables["GIT_CONFIG_SYSTEM"].map { absolute($0, from: folder) }
      try add(own ?? Self.found { git_config_find_system($0) }, GIT_CONFIG_LEVEL_SYSTEM)
    }
    if let own = variables["GIT_CONFIG_GLOBAL"] {
      if !own.isEmpty { try add(absolute(own, from: folder), GIT_CONFIG_LEVEL_GLOBAL) }
    } else {
      try add(Self.found { git_config_find_xdg($0) }, GIT_CONFIG_LEVEL_XDG)
      try add(Self.found { git_config_find_global($0) }, GIT_CONFIG_LEVEL_GLOBAL)
    }
  }

  /// Adds the files of a repository, and makes libgit2 use all of these files for it.
  func addFiles(of repository: Handle, gitDirectory: String, commonDirectory: String) throws(GitError) {
    try add(commonDirectory + "/config", GIT_CONFIG_LEVEL_LOCAL, repository)
    // "extensions.worktreeConfig: if enabled, then worktrees will load config settings from the
    // $GIT_DIR/config.worktree file in addition to the $GIT_COMMON_DIR/config file."
    if try bool("extensions.worktreeconfig") == true {
      try add(gitDirectory + "/config.worktree", GIT_CONFIG_LEVEL_APP, repository)
    }
    try git(.readConfiguration) { git_repository_set_config(repository.pointer, files.pointer) }
  }

  func string(_ key: String) throws(GitError) -> String? {
    if let entry = last(key) { return entry.value ?? "" }
    return try files.string(key)
  }

  func path(_ key: String) throws(GitError) -> String? {
    guard let entry = last(key) else { return try files.path(key) }
    return String(
      decoding: try bytes(.readConfiguration) { git_config_parse_path($0, entry.value ?? "") }, as: UTF8.self)
  }

  func bool(_ key: String) throws(GitError) -> Bool? {
    guard let entry = last(key) else { return try files.bool(key) }
    var value: Int32 = 0
    try git(.readConfiguration) { git_config_parse_bool(&value, entry.value) }
    return value != 0
  }

  /// All values of a key, in their order.
  func strings(_ key: String) throws(GitError) -> [String] {
    let name = CommandConfiguration.normalizedKey(key)
    return try files.strings(key) + command.entries.filter { $0.key == name }.map { $0.value ?? "" }
  }

  /// All values of a key that contains paths, with `~` expanded.
  func paths(_ key: String) throws(GitError) -> [String] {
    var paths: [String] = []
    for value in try strings(key) {
      guard value.hasPrefix("~") else {
        paths.append(value)
        continue
      }
      let path = try bytes(.readConfiguration) { git_config_parse_path($0, value) }
      paths.append(String(decoding: path, as: UTF8.self))
    }
    return paths
  }

  /// Whether the configuration has a promisor remote: "remote.<name>.promisor: when set to true, this remote will be
  /// used to fetch promisor objects", or the older `extensions.partialClone`.
  func holdsPromisorRemote() throws(GitError) -> Bool {
    if try string("extensions.partialclone") != nil { return true }
    return try files.holdsPromisorRemote()
  }

  private func last(_ key: String) -> (key: String, value: String?)? {
    if command.entries.isEmpty { return nil }
    let name = CommandConfiguration.normalizedKey(key)
    return command.entries.last { $0.key == name }
  }

  /// Adds a file, if it exists. As in `git`, a file that this user may not read is left out, as after `sudo -u`.
  private func add(_ path: String?, _ level: git_config_level_t, _ repository: Handle? = nil) throws(GitError) {
    guard let path else { return }
    if level.rawValue < GIT_CONFIG_LEVEL_LOCAL.rawValue, access(path, R_OK) != 0, errno == EACCES { return }
    _ = try gitFinds(.readConfiguration) {
      git_config_add_file_ondisk(files.pointer, path, level, repository?.pointer, 0)
    }
  }

  private static func found(_ search: (UnsafeMutablePointer<git_buf>) -> Int32) -> String? {
    (try? bytes(.readConfiguration, search)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isTrue(_ name: String, in variables: [String: String]) throws(GitError) -> Bool {
    guard let text = variables[name] else { return false }
    var value: Int32 = 0
    guard git_config_parse_bool(&value, text) >= 0 else { throw .invalidVariable(name, reason: "it is not a Boolean") }
    return value != 0
  }
}
