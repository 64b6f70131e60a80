internal import GitStore
internal import MigrationSources

/// Finds the branches that have changes in some folders which HEAD does not have: the branches that `git branch --all
/// --no-merged` lists, without those that did not change these folders.
struct UnmergedBranches {
  let repository: Repository
  let head: ObjectID
  /// The maximum number of branches to compare. If there are more, those with the latest commits are compared.
  let limit: Int
  /// Names of branches that have changes of their own and are not compared, because there are too many or because
  /// objects are missing from this clone.
  private(set) var notCompared: [String] = []
  /// Names of branches that have changes of their own and that the configuration excludes.
  private(set) var excluded: [String] = []
  private let tips: [(tip: ObjectID, references: [Reference])]
  private let branches: [String: ObjectID]
  private var comparisons: [Pair: Bool] = [:]

  private struct Pair: Hashable {
    let theirs: ObjectID
    let ours: ObjectID?
  }

  /// - Throws: `GitError`.
  init(of repository: Repository, head: ObjectID, limit: Int) throws {
    self.repository = repository
    self.head = head
    self.limit = limit
    let references = try repository.references(.standard).all.filter { $0.kind != .tag }
    branches = Dictionary(
      references.filter { $0.kind == .branch }.map { ($0.shortName, $0.commit) },
      uniquingKeysWith: { first, _ in first })
    tips = Dictionary(grouping: references, by: \.commit).map { ($0, $1) }.filter { $0.tip != head }
  }

  /// Returns the branches with changes of their own in `folders`, except those that the filter excludes, latest commit
  /// first.
  ///
  /// In an old repository, almost all branches are finished: HEAD has everything that they have in these folders.
  /// Comparing trees shows that without walking the history. Merge bases are computed only for the other branches.
  ///
  /// - Throws: `GitError`.
  mutating func changing(_ folders: [String], _ filter: BranchFilter) throws -> [UnmergedBranch] {
    let ours = try repository.commitHeader(head).tree
    var found: [(time: Int64, tip: ObjectID, references: [Reference])] = []
    for (tip, references) in tips {
      do {
        let theirs = try repository.commitHeader(tip).tree
        guard try folders.contains(where: { try hasChanges(at: $0, theirs, ours) }) else { continue }
        let time = try repository.commitInfo(tip).committer.time
        let (stale, wanted) = references.divided { filter.excludes($0, time: time) }
        for name in stale.names where !excluded.contains(name) { excluded.append(name) }
        if !wanted.isEmpty { found.append((time.seconds, tip, wanted)) }
      } catch GitError.missingObject(let id, let isPromised) {
        noteMissing(id, isPromised)
        skip(references)
      }
    }
    found.sort { ($0.time, $1.tip) > ($1.time, $0.tip) }
    var unmerged: [UnmergedBranch] = []
    var rest = found.prefix(4 * limit)
    // As many as are wanted, because one that is older makes the walk longer.
    while !rest.isEmpty, unmerged.count < limit {
      let part = rest.prefix(limit)
      rest = rest.dropFirst(limit)
      let bases = bases(of: part.map(\.tip))
      for ((_, tip, references), bases) in zip(part, bases) {
        guard unmerged.count < limit else {
          skip(references)
          continue
        }
        do {
          let bases = try bases.get()
          if try bases.contains(tip) || isOutdated(references) { continue }
          // In a shallow clone, histories that look unrelated may have a common ancestor.
          if bases.isEmpty, repository.isShallow {
            skip(references)
          } else {
            unmerged.append(UnmergedBranch(tip: tip, names: references.names, bases: bases))
          }
        } catch {
          if case GitError.missingObject(let id, let isPromised) = error { noteMissing(id, isPromised) }
          skip(references)
        }
      }
    }
    for (_, _, references) in rest + found.dropFirst(4 * limit) { skip(references) }
    return unmerged
  }

  /// The merge bases of HEAD with each of the commits. If one of them lacks objects, each is asked for by itself, so that the
  /// others have an answer.
  private func bases(of tips: [ObjectID]) -> [Result<[ObjectID], any Error>] {
    if let bases = try? repository.mergeBases(of: head, withEach: tips) { return bases.map { .success($0) } }
    return tips.map { tip in Result { try repository.mergeBases(of: head, and: [tip]) } }
  }

  mutating func skip(_ name: String) {
    if !notCompared.contains(name) { notCompared.append(name) }
  }

  private func noteMissing(_ id: ObjectID, _ isPromised: Bool) {
    if !isPromised, !repository.isShallow { ObjectDamage.note(missing: id) }
  }

  private mutating func skip(_ references: [Reference]) { skip(references.names[0]) }

  /// Whether all references are remote branches that the local branches of the same names contain.
  private func isOutdated(_ references: [Reference]) throws -> Bool {
    try references.allSatisfy { reference in
      guard reference.kind == .remoteBranch, let local = branches[reference.nameAtRemote] else { return false }
      return try repository.mergeBases(of: local, and: [reference.commit]).contains(reference.commit)
    }
  }

  private mutating func hasChanges(at folder: String, _ theirs: ObjectID, _ ours: ObjectID) throws -> Bool {
    guard let tree = try repository.subtree(of: theirs, path: folder) else { return false }
    return try hasChanges(tree, beside: try repository.subtree(of: ours, path: folder))
  }

  /// Whether a tree has a file that the other does not have, or a SQL file with different content. Differences in other
  /// files do not count: journals, for example, are rewritten with each migration.
  private mutating func hasChanges(_ theirs: ObjectID, beside ours: ObjectID?) throws -> Bool {
    if theirs == ours { return false }
    let pair = Pair(theirs: theirs, ours: ours)
    if let known = comparisons[pair] { return known }
    let known = Dictionary(
      try ours.map { try repository.treeChildren(tree: $0) }?.map { ($0.name, $0) } ?? [],
      uniquingKeysWith: { first, _ in first })
    let answer = try repository.treeChildren(tree: theirs).contains { child in
      let other = known[child.name]
      if other?.id == child.id { return false }
      if child.kind == nil { return try hasChanges(child.id, beside: other?.kind == nil ? other?.id : nil) }
      return other == nil || child.name.hasSQLSuffix || child.name.hasSuffix(".sqm")
    }
    comparisons[pair] = answer
    return answer
  }
}

extension [Reference] {
  /// Short names, local branches first.
  fileprivate var names: [String] {
    filter { $0.kind == .branch }.map(\.shortName) + filter { $0.kind != .branch }.map(\.shortName)
  }

  /// Those of which the condition is true, and the others.
  fileprivate func divided(by condition: (Reference) -> Bool) -> (Self, Self) {
    (filter(condition), filter { !condition($0) })
  }
}
