internal import CLibgit2

extension Repository {
  /// All branches, tags and remote branches that point to a commit.
  ///
  /// - Parameter selection: references to exclude and to add.
  public func references(_ selection: ReferenceSelection? = nil) throws(GitError) -> References {
    var found = References()
    var seen = Set<String>()
    var targets: [ObjectID: Target] = [:]
    let included = selection?.included ?? []
    for glob in included + Reference.Kind.folders.map({ $0.folder + "*" }) {
      try eachReference(matching: glob) { reference throws(GitError) in
        let name = String(cString: git_reference_name(reference))
        guard seen.insert(name).inserted else { return }
        let target: Target
        // "Only available if the reference is direct": the object, or for a packed tag the object that it points to.
        if let id = git_reference_target_peel(reference) ?? git_reference_target(reference) {
          let id = ObjectID(id.pointee)
          if let known = targets[id] { target = known } else { target = try self.target(at: id) }
          targets[id] = target
        } else {
          target = try self.target(of: name)
        }
        switch target {
        case .commit(let id):
          let reference = Reference(name: name, kind: Reference.Kind(of: name), commit: id)
          let isLeftOut = selection != nil && !included.contains(glob) && reference.isOfPullRequest
          if !isLeftOut { found.all.append(reference) }
        case .anotherKind: found.others.append(name)
        case .nothing: found.broken.append(name)
        }
      }
    }
    // libgit2 skips files that it cannot read as a reference, such as an empty one after a power failure.
    for folder in ["refs/heads", "refs/remotes", "refs/tags"] {
      found.broken += try looseFiles(under: folder).filter { !seen.contains($0) }
    }
    found.all.sort { $0.name < $1.name }
    found.broken.sort()
    found.others.sort()
    return found
  }

  func eachReference(matching glob: String, visit: (OpaquePointer) throws(GitError) -> Void) throws(GitError) {
    let iterator: Handle
    do throws(GitError) {
      iterator = try Handle(
        .readReferences, parent: handle, release: git_reference_iterator_free,
        acquire: { git_reference_iterator_glob_new(&$0, handle.pointer, glob) })
    } catch {
      try? forgetReferences()
      throw error
    }
    var reference: OpaquePointer?
    while try gitSteps(.readReferences, { git_reference_next(&reference, iterator.pointer) }) {
      guard let reference else { continue }
      defer { git_reference_free(reference) }
      try visit(reference)
    }
  }

  /// Makes libgit2 read `packed-refs` again. It reports a damaged file only once: a later call would find no packed
  /// reference, and the repository would look as if it had no branches.
  private func forgetReferences() throws(GitError) {
    let database = try Handle(
      .readReferences, parent: handle, release: git_refdb_free, acquire: { git_refdb_open(&$0, handle.pointer) })
    try git(.readReferences) { git_repository_set_refdb(handle.pointer, database.pointer) }
  }

  /// The short names of the tags at each commit, ordered by name.
  public func tagsByCommit() throws(GitError) -> [ObjectID: [String]] {
    var tags: [ObjectID: [String]] = [:]
    for reference in try references().all where reference.kind == .tag {
      tags[reference.commit, default: []].append(reference.shortName)
    }
    return tags
  }

  private func looseFiles(under folder: String) throws(GitError) -> [String] {
    guard let descriptor = try Descriptor(opening: commonDirectory + "/" + folder, in: -1, Descriptor.folderFlags)
    else { return [] }
    var files: [String] = []
    for name in try descriptor.names(path: folder) where !name.hasSuffix(".lock") {
      let path = folder + "/" + name
      switch try descriptor.kind(of: name) {
      case .folder: files += try looseFiles(under: path)
      case .file, .symlink: files.append(path)
      case .other, nil: continue
      }
    }
    return files
  }

  private enum Target {
    case commit(ObjectID)
    case anotherKind, nothing
  }

  private func target(of name: String) throws(GitError) -> Target {
    var id = git_oid()
    guard git_reference_name_to_id(&id, handle.pointer, name) >= 0 else { return .nothing }
    return try target(at: ObjectID(id))
  }

  /// The commit with this id, or the commit that the tag with this id points to; `nil` if it is neither, or is missing.
  public func commit(at id: ObjectID) -> ObjectID? {
    if case .commit(let id) = try? target(at: id) { id } else { nil }
  }

  /// - Throws: ``GitError`` for an object that may exist, but could not be read.
  private func target(at id: ObjectID) throws(GitError) -> Target {
    var next = id
    // A tag may point to another tag. The header gives the type without unpacking the object.
    while true {
      var size = 0
      var type = GIT_OBJECT_INVALID
      var oid = next.oid
      let code = git_odb_read_header(&size, &type, objects.pointer, &oid)
      if code < 0 {
        switch database.describing(next, failure(.readObject, code)) {
        case .missingObject, .corrupt: return .nothing
        case let error: throw error
        }
      }
      switch type {
      case GIT_OBJECT_COMMIT: return .commit(next)
      case GIT_OBJECT_TAG:
        guard let tag = try? rawObject(next), let tagged = tag.headerID("object ") else { return .nothing }
        next = tagged
      default: return .anotherKind
      }
    }
  }
}
