internal import CLibgit2
internal import SystemCalls

/// What changes when a process commits, stages, fetches or packs: two equal fingerprints mean that references, `HEAD`,
/// index, packs and the given folders were not changed in between.
///
/// Git replaces such a file by renaming another one to it, which changes the folder's time and the file's inode. Thus no
/// file is read, and only folders are looked at in `refs`, which may have tens of thousands of files.
public struct Fingerprint: Hashable, Sendable {
  private let value: Int
  /// Whether a process is about to replace the index. Between the update of a branch and that of the index, the two do
  /// not fit together.
  public let isIndexLocked: Bool

  fileprivate init(_ value: Int, isIndexLocked: Bool) {
    self.value = value
    self.isIndexLocked = isIndexLocked
  }
}

extension Repository {
  /// The fingerprint of the repository now. It takes one system call for each folder and file that it looks at.
  ///
  /// - Parameter folders: folders of the work tree whose files count, too.
  public func fingerprint(of folders: [String]) -> Fingerprint {
    var hasher = Hasher()
    for path in [gitDirectory + "/HEAD", commonDirectory + "/packed-refs", indexPath, commonDirectory + "/shallow"] {
      hasher.combine(FileMark(path))
    }
    hasher.combine(FileMark(commonDirectory + "/objects/pack"))
    hasher.combine((try? head)?.commit)
    addFolder(commonDirectory + "/refs", marksFiles: false, to: &hasher)
    if let root {
      for folder in folders { addFolder(root + "/" + folder, marksFiles: true, to: &hasher) }
    }
    // In a hook, the lock is that of the commit which runs the hook.
    return Fingerprint(hasher.finalize(), isIndexLocked: !namesIndex && FileMark(ownIndexPath + ".lock") != nil)
  }

  /// Makes libgit2 look for new packs, after another process has replaced those that it knows.
  ///
  /// - Throws: `GitError` if the folder of packs cannot be read.
  public func refreshObjects() throws(GitError) {
    try git(.readObject) { git_odb_refresh(objects.pointer) }
  }

  private func addFolder(_ path: String, marksFiles: Bool, to hasher: inout Hasher) {
    guard let mark = FileMark(path), let folder = try? FolderReader(opening: path) else { return hasher.combine(0) }
    hasher.combine(mark)
    var folders: [String] = []
    var count = 0
    while let entry = try? folder.next() {
      let name = entry.withName { String(cString: $0) }
      if name.hasSuffix(".lock") { continue }
      count += 1
      hasher.combine(entry.inode)
      let type = entry.type
      if type == Int32(DT_DIR) {
        folders.append(name)
      } else if marksFiles || type == Int32(DT_UNKNOWN) {
        let file = FileMark(path + "/" + name)
        hasher.combine(file)
        if type == Int32(DT_UNKNOWN), file?.isFolder == true { folders.append(name) }
      }
    }
    hasher.combine(count)
    for name in folders { addFolder(path + "/" + name, marksFiles: marksFiles, to: &hasher) }
  }
}

/// What changes when a file is replaced or written to.
private struct FileMark: Hashable {
  let file: [UInt64]
  let isFolder: Bool

  /// `nil` if there is no such file. Links are not followed.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    let (changed, modified) = (status.changed, status.modified)
    file = [
      UInt64(truncatingIfNeeded: status.st_ino), UInt64(truncatingIfNeeded: status.st_size),
      UInt64(truncatingIfNeeded: modified.tv_sec), UInt64(truncatingIfNeeded: modified.tv_nsec),
      UInt64(truncatingIfNeeded: changed.tv_sec), UInt64(truncatingIfNeeded: changed.tv_nsec),
    ]
    isFolder = status.st_mode & S_IFMT == S_IFDIR
  }
}
