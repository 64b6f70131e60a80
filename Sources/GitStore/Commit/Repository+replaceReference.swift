internal import CLibgit2
internal import SystemCalls

/// Writing references of the files backend, for a caller that has their locks.
///
/// <https://git-scm.com/docs/gitrepository-layout>
extension Repository {
  /// The file of a reference. Most are shared by all worktrees; `HEAD` and a few folders are not.
  func referencePath(_ name: String) -> String {
    let own = ["refs/bisect/", "refs/worktree/", "refs/rewritten/"]
    let isShared = name.hasPrefix("refs/") && !own.contains { name.hasPrefix($0) }
    return (isShared ? commonDirectory : gitDirectory) + "/" + name
  }

  /// Replaces a reference by a rename, or creates it.
  ///
  /// - Throws: ``GitError/referenceExists(name:)`` if another reference is in the way, such as `refs/heads/a` for
  ///   `refs/heads/a/b`.
  func replaceReference(_ name: String, with id: ObjectID) throws(GitError) {
    let path = referencePath(name)
    // A file in `refs` itself would be a reference. This name is removed by a later call, as those of work tree files.
    let temporary = "\(gitDirectory)/.schemaledger.\(getpid()).ref"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw systemError(temporary) }
    do throws(GitError) {
      defer { close(descriptor) }
      try writeAll(descriptor, Array("\(id.hex)\n".utf8), path: temporary)
      if rename(temporary, path) == 0 { return }
      // Git leaves the empty folder `a` behind when the branch `a/b` is deleted.
      if errno == EISDIR || errno == ENOTEMPTY || errno == EEXIST {
        removeEmptyFolders(path)
        if rename(temporary, path) == 0 { return }
        if errno == EISDIR || errno == ENOTEMPTY || errno == EEXIST { throw .referenceExists(name: name) }
      }
      throw systemError(path)
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Checks that no packed reference is in the way of a new one: a name cannot be both a reference and a folder.
  ///
  /// - Throws: ``GitError/referenceExists(name:)``.
  func checkNoConflict(_ name: String) throws(GitError) {
    var parent = folderName(name)
    while parent.hasPrefix("refs/") {
      if try lookUpReference(parent) != nil { throw .referenceExists(name: parent) }
      parent = folderName(parent)
    }
    if let child = try referenceFiles(matching: [name + "/*"]).values.keys.min() {
      throw .referenceExists(name: child.text)
    }
  }

  /// Appends to a reflog if the repository keeps one for the reference.
  ///
  /// > core.logAllRefUpdates: … If this is not set, Git creates a reflog for branch heads, remote refs, note refs, and
  /// > HEAD, unless the repository is bare.
  func appendReflog(
    of name: String, from old: ObjectID?, to new: ObjectID, by committer: Identity, message: String
  ) throws(GitError) {
    let path = (name.hasPrefix("refs/") ? commonDirectory : gitDirectory) + "/logs/" + name
    let person = try committer.signature()
    let who = withExtendedLifetime(person) {
      "\(String(cString: person.signature.pointee.name)) <\(String(cString: person.signature.pointee.email))>"
    }
    let text = String(message.trimmed.map { $0.isNewline ? " " : $0 })
    let line = "\((old ?? .zero).hex) \(new.hex) \(who) \(committer.seconds) \(committer.time.offset)\t\(text)\n"
    let creates = try createsReflog(of: name)
    var flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC
    if creates { flags |= O_CREAT }
    var descriptor = open(path, flags, 0o666)
    if descriptor < 0, creates, errno == ENOENT || errno == EISDIR {
      if errno == EISDIR { removeEmptyFolders(path) } else { createFolders(folderName(path)) }
      descriptor = open(path, flags, 0o666)
    }
    guard descriptor >= 0 else {
      if !creates, errno == ENOENT || errno == ENOTDIR { return }
      throw systemError(path)
    }
    defer { close(descriptor) }
    try writeWithoutSync(descriptor, Array(line.utf8), path: path)
  }

  private func createsReflog(of name: String) throws(GitError) -> Bool {
    let setting = try string("core.logallrefupdates")?.lowercased()
    if setting == "always" { return true }
    guard try setting == nil ? !isBare : bool("core.logallrefupdates") == true else { return false }
    return name == "HEAD" || ["refs/heads/", "refs/remotes/", "refs/notes/"].contains { name.hasPrefix($0) }
  }

  /// Removes a folder that contains nothing but folders.
  private func removeEmptyFolders(_ path: String) {
    let names =
      (try? Descriptor(opening: path, in: AT_FDCWD, Descriptor.folderFlags | O_NOFOLLOW)?.names(path: path)) ?? []
    for name in names { removeEmptyFolders(path + "/" + name) }
    rmdir(path)
  }
}
