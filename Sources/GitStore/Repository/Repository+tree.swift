internal import CLibgit2

extension Repository {
  /// The id of the blob, tree or submodule commit at `path` in a tree; `nil` if there is none.
  ///
  /// Trees are scanned as raw bytes for a single name. Results are cached by tree and name, so another lookup in an
  /// equal tree reads nothing.
  ///
  /// - Throws: ``GitError/missingObject(_:promised:)`` for a missing tree.
  public func treeEntry(tree: ObjectID, path: String) throws(GitError) -> ObjectID? {
    if path.isEmpty { return tree }
    return try locate(path, in: tree)?.id
  }

  /// The tree of the folder at `path` in a tree; `nil` if there is none, or if it is not a folder.
  ///
  /// - Throws: the errors of ``treeEntry(tree:path:)``.
  public func subtree(of tree: ObjectID, path: String) throws(GitError) -> ObjectID? {
    if path.isEmpty { return tree }
    guard let found = try locate(path, in: tree), found.mode == .tree else { return nil }
    return found.id
  }

  /// The entries of a tree in Git's order, where a folder sorts as if its name ended with `/`.
  public func treeChildren(tree: ObjectID) throws(GitError) -> [TreeEntry] { try listing(of: tree).entries }

  /// The entries of a tree, which are not decoded yet.
  ///
  /// - Throws: ``GitError/missingObject(_:promised:)``, ``GitError/corrupt(_:reason:)``.
  public func listing(of tree: ObjectID) throws(GitError) -> TreeListing {
    let listing = try readableListing(of: tree)
    if let fault = listing.fault { throw ObjectDamage.error(tree, reason: fault.rawValue) }
    return listing
  }

  /// The entries of a tree, up to the damage if it is damaged.
  private func readableListing(of tree: ObjectID) throws(GitError) -> TreeListing {
    if let known = recentListings[tree] { return known }
    let listing = TreeListing(try rawObject(tree, GIT_OBJECT_TREE))
    recentListings[tree] = listing
    return listing
  }

  /// The id and mode at a path, which must not be empty.
  func locate(_ path: String, in root: ObjectID) throws(GitError) -> TreeEntryCache.Entry? {
    var found = TreeEntryCache.Entry(id: root, mode: .tree)
    // The path is split by bytes: finding character boundaries costs more than reading a tree.
    for name in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard found.mode == .tree else { return nil }
      let key = TreeEntryCache.Key(tree: found.id, name: ByteName(String(Substring(name))))
      let answer: TreeEntryCache.Entry?
      // Two names that differ only in their bytes (Unicode normalization) are equal as strings, but a tree may contain
      // both.
      if name.contains(where: { $0 >= 0x80 }) {
        answer = try scan(key)
      } else if let known = treeEntries[key] {
        answer = known
      } else {
        answer = try scan(key)
        treeEntries[key] = .some(answer)
      }
      guard let answer else { return nil }
      found = answer
    }
    return found
  }

  private func scan(_ key: TreeEntryCache.Key) throws(GitError) -> TreeEntryCache.Entry? {
    let listing = try readableListing(of: key.tree)
    // Entries before the place where a tree is cut off are not in doubt.
    if let fault = listing.fault, fault != .truncated { throw ObjectDamage.error(key.tree, reason: fault.rawValue) }
    if let found = listing.entry(named: key.name.text) { return TreeEntryCache.Entry(id: found.id, mode: found.mode) }
    if let fault = listing.fault { throw ObjectDamage.error(key.tree, reason: fault.rawValue) }
    return nil
  }

  func lookUpTree(_ id: ObjectID) throws(GitError) -> Handle {
    var oid = id.oid
    return try Handle(
      .readObject, parent: handle, release: { git_tree_free($0) },
      acquire: { git_tree_lookup(&$0, handle.pointer, &oid) })
  }
}
