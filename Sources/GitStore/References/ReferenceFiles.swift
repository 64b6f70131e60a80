internal import CLibgit2
internal import SystemCalls

/// The references that some patterns match, as Git's files have them: a loose reference is a file below `refs`, and
/// `packed-refs` has a line for each packed one. A loose reference takes precedence.
///
/// libgit2 does not list them: its `git_reference_iterator_glob_new` passes over a file or a folder that it cannot open.
/// The references in it would be missing, or have the former values that `packed-refs` may still contain.
/// <https://git-scm.com/docs/gitrepository-layout>
struct ReferenceFiles {
  /// The content of a reference.
  enum Value {
    /// An object and, for a packed tag, the object that it points to.
    case direct(ObjectID, peeled: ObjectID? = nil)
    /// The name of another reference.
    case symbolic
    /// Neither, as in an empty file after a power failure.
    case damaged
  }

  /// The values by name.
  private(set) var values: [ByteName: Value] = [:]

  /// - Parameters:
  ///   - globs: patterns in which `*` also matches `/`, such as `refs/heads/*`.
  ///   - commonDirectory: the directory that all worktrees share.
  /// - Throws: ``GitError/system(path:errno:message:)`` if a file or a folder cannot be read, or
  ///   ``GitError/other(operation:code:message:)`` if `packed-refs` is damaged.
  init(matching globs: [String], in commonDirectory: String) throws(GitError) {
    let patterns = globs.map(Pattern.init)
    // Git writes `packed-refs` before it removes the files that it has packed: read in this order, none is overlooked.
    for pattern in patterns {
      let folder = folderName(pattern.start)
      let path = commonDirectory + "/" + folder
      guard let descriptor = try Descriptor(opening: path, in: AT_FDCWD, Descriptor.folderFlags) else { continue }
      try readFolder(descriptor, folder, pattern)
    }
    guard let packed = try readFile(commonDirectory + "/packed-refs") else { return }
    let loose = values
    guard packed.withUnsafeBytes({ readPacked($0, patterns) }) else {
      throw .other(operation: .readReferences, code: GIT_ERROR.rawValue, message: "corrupted packed references file")
    }
    values.merge(loose) { _, loose in loose }
  }

  private mutating func readFolder(_ folder: Descriptor, _ name: String, _ pattern: Pattern) throws(GitError) {
    var folders: [(Descriptor, String)] = []
    // Git's names are bytes, which need not be UTF-8.
    try folder.eachName(path: name) { (child) throws(GitError) in
      let name = joined(name, String(cString: child))
      if name.hasSuffix(".lock") { return }
      switch try folder.kind(of: child) {
      case .folder:
        guard let child = try Descriptor(opening: child, in: folder.number, Descriptor.folderFlags) else { return }
        folders.append((child, name))
      case .file, .symlink:
        if pattern.matches(name) { values[ByteName(name)] = try Self.loose(child, in: folder, path: name) }
      case .other, nil: return
      }
    }
    for (folder, name) in folders { try readFolder(folder, name, pattern) }
  }

  /// The value of a loose reference; `nil` if it has been removed.
  private static func loose(
    _ name: UnsafePointer<CChar>, in folder: Descriptor, path: String
  ) throws(GitError) -> Value? {
    var status = stat()
    guard fstatat(folder.number, name, &status, 0) == 0 else {
      switch errno {
      // A link that leads nowhere is not a reference, but is not nothing.
      case ENOENT, ENOTDIR, ELOOP: return try folder.kind(of: name) == nil ? nil : .damaged
      default: throw systemError(path)
      }
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return .damaged }
    guard let file = try Descriptor(opening: name, in: folder.number, O_RDONLY | O_NONBLOCK) else { return nil }
    let content = try readAll(file.number, path: path)
    if content.starts(with: "ref: ".utf8) { return .symbolic }
    guard let id = ObjectID(hexDigits: content.prefix(40)) else { return .damaged }
    return content.count == 40 || Character(UnicodeScalar(content[40])).isWhitespace ? .direct(id) : .damaged
  }

  /// Lines `<id> <name>`, each of which may be followed by a line `^<id>` with the object that the tag points to, after
  /// lines that begin with `#`.
  ///
  /// - Returns: whether the file is valid.
  private mutating func readPacked(_ bytes: UnsafeRawBufferPointer, _ patterns: [Pattern]) -> Bool {
    var position = 0
    var last: ByteName?
    var isFirst = true
    while position < bytes.count {
      guard let end = bytes.position(of: UInt8(ascii: "\n"), from: position) else {
        // The line of a tagged object may be the last without a line feed.
        return bytes[position] == UInt8(ascii: "^") && bytes.count - position == 41
      }
      var line = bytes[position..<end]
      position = end + 1
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if isFirst, line.first == UInt8(ascii: "#") { continue }
      if line.first == UInt8(ascii: "^") {
        guard !isFirst, let peeled = ObjectID(hexDigits: line.dropFirst().prefix(40)) else { return false }
        if let name = last, case .direct(let id, _) = values[name] { values[name] = .direct(id, peeled: peeled) }
        continue
      }
      isFirst = false
      guard let id = ObjectID(hexDigits: line.prefix(40)), line.dropFirst(40).first == UInt8(ascii: " ") else {
        return false
      }
      let name = String(decoding: line.dropFirst(41), as: UTF8.self)
      last = patterns.contains { $0.matches(name) } ? ByteName(name) : nil
      if let last { values[last] = .direct(id) }
    }
    return true
  }
}

extension ReferenceFiles {
  /// A pattern of names, as of `git log --glob`.
  struct Pattern {
    let glob: String
    /// What every name begins with.
    let start: String

    init(_ glob: String) {
      self.glob = glob
      start = String(glob.prefix { !"?*[\\".contains($0) })
    }

    /// Whether the pattern matches a name. Without flags, `fnmatch(3)` lets `*` match `/`, and treats a dot like other
    /// characters.
    func matches(_ name: String) -> Bool { name.utf8.starts(with: start.utf8) && fnmatch(glob, name, 0) == 0 }
  }
}
