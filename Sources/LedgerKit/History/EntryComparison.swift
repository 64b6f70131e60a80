internal import GitStore

/// The entries of a commit in the folders that have been one ledger, compared with those of its parents.
///
/// A ledger has hundreds of entries, and a commit changes few of them. Only these are decoded.
struct EntryComparison {
  /// The entries in folders that differ between a commit and its parent, by version. All others are equal.
  private struct Difference {
    let before: [String: ObjectID]
    let after: [String: ObjectID]

    init(_ difference: TreeDifference, _ tracked: EntryTracker.Content) {
      before = EntryComparison.trees(difference.before, tracked)
      after = EntryComparison.trees(difference.after, tracked)
    }

    func has(_ version: String) -> Bool { before[version] != nil || after[version] != nil }
  }

  private let tracked: EntryTracker.Content
  private let now: [TreeListing]
  /// For each parent, the difference in each folder.
  private let parents: [[Difference]]

  /// - Parameters:
  ///   - now: the content of each folder.
  ///   - then: the same for each parent. A commit without one is compared with empty folders.
  init(of now: [TreeListing], with then: [[TreeListing]], _ tracked: EntryTracker.Content) {
    self.now = now
    self.tracked = tracked
    let former = then.isEmpty ? [now.map { _ in TreeListing() }] : then
    parents = former.map { folders in
      zip(folders, now).map { before, after in Difference(after.differences(from: before), tracked) }
    }
  }

  /// - Parameter difference: between the content of the only folder in the only parent, and in the commit.
  init(of difference: TreeDifference, _ tracked: EntryTracker.Content) {
    self.tracked = tracked
    // A version that the difference does not have is not asked for.
    now = [TreeListing()]
    parents = [[Difference(difference, tracked)]]
  }

  /// The versions with a content that may be in no parent. A version that is equal in the first parent has none.
  var changedVersions: Set<String> { Set(parents[0].flatMap(\.after.keys)) }

  /// The versions that a parent has, but not the commit.
  var lostVersions: Set<String> {
    Set(parents.joined().flatMap(\.before.keys)).filter { trees(of: $0).isEmpty }
  }

  /// The contents of a version, in all folders.
  func trees(of version: String) -> [ObjectID] { distinct { tree(of: version, in: $0) } }

  /// The contents of a version in each parent.
  func formerTrees(of version: String) -> [[ObjectID]] {
    parents.indices.map { parent in distinct { formerTree(of: version, in: $0, of: parent) } }
  }

  /// The entries that a folder has, and the same folder of each parent does not.
  func newEntries(in folder: Int) -> [String: ObjectID] {
    parents[0][folder].after.filter { version, tree in
      parents.indices.allSatisfy { formerTree(of: version, in: folder, of: $0) != tree }
    }
  }

  /// The folders that gained versions which another folder of a parent had.
  var moves: [(from: Int, to: Int)] {
    guard now.count > 1 else { return [] }
    return now.indices.flatMap { new in
      let gained = parents[0][new].after.keys.filter { version in
        parents.indices.allSatisfy { formerTree(of: version, in: new, of: $0) == nil }
      }
      return now.indices.compactMap { old in
        let isSource = gained.contains { version in
          parents.indices.contains { formerTree(of: version, in: old, of: $0) != nil }
        }
        return old != new && isSource ? (old, new) : nil
      }
    }
  }

  private func tree(of version: String, in folder: Int) -> ObjectID? {
    if let parent = parents.first(where: { $0[folder].has(version) }) { return parent[folder].after[version] }
    return now[folder].entry(named: version).flatMap { tracked.includes($0) ? $0.id : nil }
  }

  private func formerTree(of version: String, in folder: Int, of parent: Int) -> ObjectID? {
    let difference = parents[parent][folder]
    return difference.has(version) ? difference.before[version] : tree(of: version, in: folder)
  }

  private func distinct(_ tree: (Int) -> ObjectID?) -> [ObjectID] {
    now.indices.reduce(into: []) { trees, folder in
      if let tree = tree(folder), !trees.contains(tree) { trees.append(tree) }
    }
  }

  private static func trees(_ entries: [TreeEntry], _ tracked: EntryTracker.Content) -> [String: ObjectID] {
    Dictionary(
      entries.lazy.filter { tracked.includes($0) }.map { ($0.name, $0.id) }, uniquingKeysWith: { first, _ in first })
  }
}

extension EntryTracker.Content {
  /// Whether an entry of the folder is one of these.
  fileprivate func includes(_ child: TreeEntry) -> Bool {
    switch self {
    case .entries: child.kind == nil
    case .withdrawals: child.kind != nil && child.name.hasSuffix(".json")
    }
  }
}
