internal import CLibgit2

extension Handle {
  // These methods take a `git_config`. Values are copied into buffers, because `git_config_get_string` needs a
  // snapshot.

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

  /// Whether a remote is a promisor remote.
  func holdsPromisorRemote() throws(GitError) -> Bool {
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
