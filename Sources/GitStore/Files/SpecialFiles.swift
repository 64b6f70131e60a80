internal import SystemCalls

/// Looks for named pipes and devices in the place of Git's files.
///
/// libgit2 opens each file by its name. At a named pipe it waits for a writer, and `/dev/zero` has no end.
enum SpecialFiles {
  /// Checks the Git directory that libgit2 will find, before libgit2 reads it.
  ///
  /// - Parameter place: the folder in which the search begins, or the Git directory itself.
  /// - Throws: ``GitError/specialFile(path:)``.
  static func check(above place: String, isGitDirectory: Bool) throws(GitError) {
    guard let found = isGitDirectory ? place : gitDirectory(above: place) else { return }
    try check(file: found)
    var folder = found
    if FileStatus(of: found)?.kind == .regular {
      // A linked work tree or a submodule. https://git-scm.com/docs/gitrepository-layout
      let line = (try readFile(found)).map { String(decoding: $0, as: UTF8.self).trimmed } ?? ""
      guard line.hasPrefix("gitdir: ") else { return }
      folder = absolute(String(line.dropFirst("gitdir: ".count)), from: folderName(found))
    }
    try check(in: folder)
    guard let common = try readFile(folder + "/commondir") else { return }
    try check(in: absolute(String(decoding: common, as: UTF8.self).trimmed, from: folder))
  }

  private static func gitDirectory(above start: String) -> String? {
    var folder = start.resolvingLinks
    while true {
      let found = folder == "/" ? "/.git" : folder + "/.git"
      if FileStatus(of: found) != nil { return found }
      if FileStatus(of: folder + "/HEAD") != nil, FileStatus(of: folder + "/objects")?.kind == .folder { return folder }
      if folder == "/" || folder.isEmpty { return nil }
      folder = folderName(folder)
      if folder.isEmpty { folder = "/" }
    }
  }

  /// The files that Git reads by their names, and all references. Objects are checked when they are read.
  private static func check(in folder: String) throws(GitError) {
    try check(entriesOf: folder, isRecursive: false)
    for name in ["info", "objects/info", "objects/pack"] {
      try check(entriesOf: folder + "/" + name, isRecursive: false)
    }
    for name in ["refs", "logs"] { try check(entriesOf: folder + "/" + name, isRecursive: true) }
    for other in try ObjectFolders(own: folder + "/objects", others: []).paths.dropFirst() {
      try check(entriesOf: other + "/pack", isRecursive: false)
    }
  }

  private static func check(entriesOf folder: String, isRecursive: Bool) throws(GitError) {
    // A folder that cannot be read is reported by what reads it.
    guard let reader = folder.withFileName({ try? FolderReader(opening: $0) }) else { return }
    while let entry = try? reader.next() {
      switch entry.type {
      case Int32(DT_REG): continue
      case Int32(DT_DIR): if isRecursive { try check(entriesOf: folder + "/" + entry.name, isRecursive: true) }
      default: try check(file: folder + "/" + entry.name)
      }
    }
  }

  /// Follows symbolic links. A socket cannot be opened, and `/dev/null` is empty.
  static func check(file path: String) throws(GitError) {
    var status = stat()
    guard path.withFileName({ stat($0, &status) }) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFIFO: break
    case S_IFCHR, S_IFBLK:
      var empty = stat()
      if stat("/dev/null", &empty) == 0, empty.st_rdev == status.st_rdev { return }
    default: return
    }
    throw .specialFile(path: path)
  }
}
