internal import GitStore
internal import MigrationSources

/// Finds the branches that have something in some folders which HEAD has not: what `git branch --all --no-merged`
/// lists, without those that have left these folders alone.
struct UnmergedBranches {
  let repository: Repository
  let head: ObjectID
  /// How many are compared; of more, those that were committed to last.
  let limit: Int
  /// Names of branches that have something of their own and are not compared: there are too many, or what is needed is
  /// not in this clone.
  private(set) var passedOver: [String] = []
  private let tips: [(tip: ObjectID, references: [Reference])]
  private let branches: [String: ObjectID]
  private var news: [Pair: Bool] = [:]

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

  /// Those that have something of their own in `folders`, the last committed to first.
  ///
  /// Nearly all branches of an old repository are done with. What they have in these folders HEAD has too, and trees tell
  /// that without a walk through history; where a branch has left HEAD is asked of the others alone.
  ///
  /// - Throws: `GitError`.
  mutating func changing(_ folders: [String]) throws -> [UnmergedBranch] {
    let ours = try repository.commitHeader(head).tree
    var found: [(time: Int64, tip: ObjectID, references: [Reference])] = []
    for (tip, references) in tips {
      do {
        let theirs = try repository.commitHeader(tip).tree
        guard try folders.contains(where: { try hasNews(at: $0, theirs, ours) }) else { continue }
        found.append((try repository.commitInfo(tip).committer.time.seconds, tip, references))
      } catch GitError.missingObject {
        passOver(references)
      }
    }
    found.sort { ($0.time, $1.tip) > ($1.time, $0.tip) }
    var unmerged: [UnmergedBranch] = []
    for (index, (_, tip, references)) in found.enumerated() {
      if unmerged.count == limit || index == 4 * limit {
        for rest in found[index...] { passOver(rest.references) }
        break
      }
      do {
        let bases = try repository.mergeBases(of: head, and: [tip])
        if try bases.contains(tip) || isOutdated(references) { continue }
        // Where history ends early, what looks unrelated may not be.
        if bases.isEmpty, repository.isShallow {
          passOver(references)
        } else {
          unmerged.append(UnmergedBranch(tip: tip, names: references.names, bases: bases))
        }
      } catch {
        passOver(references)
      }
    }
    return unmerged
  }

  mutating func passOver(_ name: String) {
    if !passedOver.contains(name) { passedOver.append(name) }
  }

  private mutating func passOver(_ references: [Reference]) { passOver(references.names[0]) }

  /// Whether all are remote branches that the local ones of their names have gone on from.
  private func isOutdated(_ references: [Reference]) throws -> Bool {
    try references.allSatisfy { reference in
      guard reference.kind == .remoteBranch, let local = branches[reference.nameAtRemote] else { return false }
      return try repository.mergeBases(of: local, and: [reference.commit]).contains(reference.commit)
    }
  }

  private mutating func hasNews(at folder: String, _ theirs: ObjectID, _ ours: ObjectID) throws -> Bool {
    guard let tree = try repository.subtree(of: theirs, path: folder) else { return false }
    return try hasNews(tree, beside: try repository.subtree(of: ours, path: folder))
  }

  /// Whether a tree has a file that the other has not, or SQL that the other has otherwise. Other files, such as
  /// journals, are written anew with each migration, and old ones are no news.
  private mutating func hasNews(_ theirs: ObjectID, beside ours: ObjectID?) throws -> Bool {
    if theirs == ours { return false }
    let pair = Pair(theirs: theirs, ours: ours)
    if let known = news[pair] { return known }
    let known = Dictionary(
      try ours.map { try repository.treeChildren(tree: $0) }?.map { ($0.name, $0) } ?? [],
      uniquingKeysWith: { first, _ in first })
    let answer = try repository.treeChildren(tree: theirs).contains { child in
      let other = known[child.name]
      if other?.id == child.id { return false }
      if child.kind == nil { return try hasNews(child.id, beside: other?.kind == nil ? other?.id : nil) }
      return other == nil || child.name.hasSQLSuffix || child.name.hasSuffix(".sqm")
    }
    news[pair] = answer
    return answer
  }
}

extension [Reference] {
  /// Short names, those of local branches first.
  fileprivate var names: [String] {
    filter { $0.kind == .branch }.map(\.shortName) + filter { $0.kind != .branch }.map(\.shortName)
  }
}

extension Reference {
  /// `topic` of `origin/topic`. A remote's own name may have a slash in it; then the answer names no branch.
  fileprivate var nameAtRemote: String {
    shortName.split(separator: "/", maxSplits: 1).last.map(String.init) ?? shortName
  }
}
