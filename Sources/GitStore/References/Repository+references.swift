internal import CLibgit2

extension Repository {
  /// All branches, tags and remote branches that point to a commit.
  ///
  /// - Parameter selection: references to exclude and to add.
  public func references(_ selection: ReferenceSelection? = nil) throws(GitError) -> References {
    var found = References()
    var targets: [ObjectID: Target] = [:]
    let included = selection?.included ?? []
    let files = try referenceFiles(matching: included + Reference.Kind.folders.map { $0.folder + "*" })
    let patterns = included.map(ReferenceFiles.Pattern.init)
    for (key, value) in files.values {
      let name = key.text
      let target: Target
      switch value {
      case .direct(let id, let peeled):
        let id = peeled ?? id
        if let known = targets[id] { target = known } else { target = try self.target(at: id) }
        targets[id] = target
      case .symbolic: target = try self.target(of: name)
      case .damaged: target = .nothing
      }
      switch target {
      case .commit(let id):
        let reference = Reference(name: name, kind: Reference.Kind(of: name), commit: id)
        let isLeftOut = selection != nil && reference.isOfPullRequest && !patterns.contains { $0.matches(name) }
        if !isLeftOut { found.all.append(reference) }
      case .anotherKind: found.others.append(name)
      case .nothing: found.broken.append(name)
      }
    }
    found.all.sort { precedes($0.name, $1.name) }
    found.broken.sort(by: precedes)
    found.others.sort(by: precedes)
    return found
  }

  /// The references of the files that match the patterns.
  func referenceFiles(matching globs: [String]) throws(GitError) -> ReferenceFiles {
    try ReferenceFiles(matching: globs, in: commonDirectory)
  }

  /// The short names of the tags at each commit, ordered by name.
  public func tagsByCommit() throws(GitError) -> [ObjectID: [String]] {
    var tags: [ObjectID: [String]] = [:]
    for reference in try references().all where reference.kind == .tag {
      tags[reference.commit, default: []].append(reference.shortName)
    }
    return tags
  }

  private enum Target {
    case commit(ObjectID)
    case anotherKind, nothing
  }

  private func target(of name: String) throws(GitError) -> Target {
    var id = git_oid()
    do throws(GitError) {
      guard try gitFinds(.readReferences, { git_reference_name_to_id(&id, handle.pointer, name) }) else {
        return .nothing
      }
    } catch {
      // The content of a reference, or their number, is not valid.
      guard git_error_last()?.pointee.klass == Int32(GIT_ERROR_REFERENCE.rawValue) else { throw error }
      return .nothing
    }
    return try target(at: ObjectID(id))
  }

  /// The commit with this id, or the commit that the tag with this id points to; `nil` if it is neither, or is missing.
  ///
  /// - Throws: ``GitError`` for an object that may exist, but could not be read.
  public func commit(at id: ObjectID) throws(GitError) -> ObjectID? {
    if case .commit(let id) = try target(at: id) { id } else { nil }
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
        return try nothing(database.describing(next, failure(.readObject, code)))
      }
      switch type {
      case GIT_OBJECT_COMMIT: return .commit(next)
      case GIT_OBJECT_TAG:
        let tag: RawObject
        do throws(GitError) { tag = try rawObject(next) } catch { return try nothing(error) }
        guard let tagged = tag.headerID("object ") else { return .nothing }
        next = tagged
      default: return .anotherKind
      }
    }
  }

  /// - Throws: the error, unless it says that there is no such object.
  private func nothing(_ error: GitError) throws(GitError) -> Target {
    switch error {
    case .missingObject, .corrupt: return .nothing
    default: throw error
    }
  }
}
