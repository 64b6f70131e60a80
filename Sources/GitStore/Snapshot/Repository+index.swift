internal import CLibgit2

extension Repository {
  /// Opens an index file by its path; a missing file is an empty index.
  ///
  /// The index is opened without a repository, so libgit2 does not write it or look up objects on its own. A split or
  /// sparse index, which libgit2 1.5 cannot read, is read here, and written as a whole one; `git` splits it, or makes it
  /// sparse, when it writes it again.
  ///
  /// - Parameter writable: a descriptor of the file, if it is a copy that is to be written. A split or sparse index is then
  ///   emptied, because libgit2 needs a file that it can read.
  func openIndex(_ path: String, writable: Int32? = nil) throws(GitError) -> Handle {
    try openIndex(path, writable: writable, isLast: false)
  }

  /// - Parameter isLast: whether the file was read once before, with an error.
  private func openIndex(_ path: String, writable: Int32?, isLast: Bool) throws(GitError) -> Handle {
    do throws(GitError) {
      let index = try Handle(.openIndex, release: git_index_free, acquire: { git_index_open(&$0, path) })
      // In some versions of libgit2, `git_index_open` has read the file.
      if git_index_entrycount(index.pointer) == 0 { try git(.openIndex) { git_index_read(index.pointer, 1) } }
      if git_index_entrycount(index.pointer) == 0, try holdsEntries(path) {
        throw Self.unopened(path)
      }
      return index
    } catch .other(let operation, let code, let message) {
      // "unsupported mandatory extension: 'link'" is a split index, 'sdir' a sparse one.
      if message.contains("mandatory extension"), let quote = message.split(separator: "'").dropFirst().first {
        guard ["link", "sdir"].contains(quote) else {
          throw .unsupportedIndex(path: path, extension: String(quote))
        }
        return try openWhole(path, writable: writable)
      }
      guard code == GIT_ERROR.rawValue, git_error_last()?.pointee.klass != Int32(GIT_ERROR_OS.rawValue) else {
        throw .other(operation: operation, code: code, message: message)
      }
      let reason = message.split(separator: "invalid data in index - ").last.map(String.init) ?? message
      // libgit2 reports that a file "no longer exists" if it is too short to be an index, but also if it could not be opened.
      if message.contains("no longer exists"), let content = try readFile(path),
        (try? IndexFileReader(content)) != nil
      {
        throw Self.unopened(path)
      }
      // libgit2 looks at the file several times, and Git may have replaced it in between.
      if !isLast, let content = try readFile(path), (try? IndexFileReader(content)) != nil {
        return try openIndex(path, writable: writable, isLast: true)
      }
      throw .unreadableIndex(
        path: path, reason: message.contains("no longer exists") ? "it is truncated" : reason,
        isOwn: path == ownIndexPath)
    }
  }

  /// Runs calls of libgit2 that open the repository's own index, which may be split or sparse, with one that was opened
  /// here.
  func using<Value>(_ index: Handle, _ body: () throws(GitError) -> Value) throws(GitError) -> Value {
    try git(.openIndex) { git_repository_set_index(handle.pointer, index.pointer) }
    defer { git_repository_set_index(handle.pointer, nil) }
    return try body()
  }

  private static func unopened(_ path: String) -> GitError {
    .system(path: path, errno: 0, message: "it could not be opened")
  }

  /// Whether an index file has entries, according to its header. libgit2 takes a file that it could not open for one that
  /// does not exist, and so for an empty index, to which everything seems to be deleted.
  private func holdsEntries(_ path: String) throws(GitError) -> Bool {
    guard let content = try readFile(path), content.count >= 12 else { return false }
    return content[8..<12].contains { $0 != 0 }
  }

  /// Opens a split or sparse index with all of its entries.
  private func openWhole(_ path: String, writable: Int32?) throws(GitError) -> Handle {
    do {
      let entries = try wholeEntries(path)
      if let writable { try emptyIndexFile(writable, path) }
      let index = try Handle(
        .openIndex, release: git_index_free,
        acquire: { writable == nil ? git_index_new(&$0) : git_index_open(&$0, path) })
      for entry in entries {
        if entry.mode == TreeEntry.Mode.tree.rawValue {
          try addFiles(of: entry, to: index)
        } else {
          try add(entry, to: index)
        }
      }
      return index
    } catch let damage as IndexFileReader.Damage {
      throw .unreadableIndex(path: path, reason: damage.reason, isOwn: path == ownIndexPath)
    } catch let error as GitError {
      throw error
    } catch {
      throw .unreadableIndex(path: path, reason: "\(error)", isOwn: path == ownIndexPath)
    }
  }

  private func wholeEntries(_ path: String) throws -> [IndexFileReader.Entry] {
    let file = try IndexFileReader(readFile(path) ?? [])
    for name in file.extensions.keys where name.utf8.first.map({ $0 >= UInt8(ascii: "a") }) ?? false {
      guard ["link", "sdir"].contains(name) else { throw GitError.unsupportedIndex(path: path, extension: name) }
    }
    guard let link = file.extensions["link"] else { return file.entries }
    let split = try SplitIndex(link)
    if split.shared == .zero { return file.entries }
    let name = "sharedindex.\(split.shared)"
    guard let base = try readFile(gitDirectory + "/" + name) else {
      throw IndexFileReader.Damage(reason: "its shared index \(name) is missing")
    }
    return try split.merged(IndexFileReader(base).entries, with: file.entries)
      .sorted(by: IndexFileReader.Entry.precedes)
  }

  /// Adds the files below a folder that a sparse index has as one entry. They are not in the work tree.
  private func addFiles(of folder: IndexFileReader.Entry, to index: Handle) throws(GitError) {
    for child in try treeChildren(tree: folder.id) {
      var entry = folder
      entry.numbers[6] = child.mode.rawValue
      entry.id = child.id
      entry.path += Array(child.name.utf8)
      if child.mode == .tree {
        entry.path.append(UInt8(ascii: "/"))
        try addFiles(of: entry, to: index)
      } else {
        try add(entry, to: index)
      }
    }
  }

  private func add(_ entry: IndexFileReader.Entry, to index: Handle) throws(GitError) {
    var next = git_index_entry()
    let numbers = entry.numbers
    next.ctime = git_index_time(seconds: Int32(bitPattern: numbers[0]), nanoseconds: numbers[1])
    next.mtime = git_index_time(seconds: Int32(bitPattern: numbers[2]), nanoseconds: numbers[3])
    (next.dev, next.ino, next.mode) = (numbers[4], numbers[5], numbers[6])
    (next.uid, next.gid, next.file_size) = (numbers[7], numbers[8], numbers[9])
    next.id = entry.id.oid
    next.flags = entry.flags
    next.flags_extended = entry.extendedFlags
    try git(.openIndex) {
      (entry.path + [0]).withUnsafeBufferPointer { path in
        path.withMemoryRebound(to: CChar.self) {
          next.path = $0.baseAddress
          return git_index_add(index.pointer, &next)
        }
      }
    }
  }
}
