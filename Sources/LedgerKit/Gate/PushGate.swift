public import GitStore
public import LedgerCore
internal import LedgerEntries

/// Checks the updates of a push: a reference must never lose an entry that is frozen in it.
///
/// An updated reference is checked against its previous commit, whether or not the push is forced. A new one is checked
/// against the history it started from: its best common ancestors with the references of the receiving side or, if it has
/// none, all of its history. The versions that it adds are compared with those of all references. A reference may be
/// deleted if other references contain all its entries.
public struct PushGate {
  /// The result for one update.
  public struct Judgement: Sendable {
    /// The requested update.
    public let update: ReferenceUpdate
    /// The findings that block it.
    public var result = RepositoryGate.Result()
    /// Whether nothing was checked because the clone is shallow and does not contain the previous history of the
    /// reference.
    public var isUnknown = false
  }

  /// The repository that has the pushed objects: the sender's or the receiver's.
  public let repository: Repository
  /// The commits of the receiving side's references before the push, by name, as far as they are known.
  public let present: [String: ObjectID]

  /// Tags that the receiving side may have. They count when looking for deleted entries, but not as a base for a new
  /// reference.
  private let tags: [String: ObjectID]

  private init(_ repository: Repository, _ present: [String: ObjectID], tags: [String: ObjectID] = [:]) {
    self.repository = repository
    self.present = present
    self.tags = tags
  }

  /// Creates a gate that runs on the receiving side.
  ///
  /// - Throws: `GitError`.
  public init(receivedBy repository: Repository) throws {
    let references = try repository.references().all
    self.init(repository, Dictionary(references.map { ($0.name, $0.commit) }, uniquingKeysWith: { first, _ in first }))
  }

  /// Creates a gate that runs on the sending side, which knows the receiving side from its remote-tracking branches.
  ///
  /// - Parameter remote: the remote's name. If it is a URL or has no remote-tracking branches, those of all remotes are
  ///   used.
  /// - Throws: `GitError`.
  public init(sentBy repository: Repository, to remote: String) throws {
    let references = try repository.references().all
    let prefix = "refs/remotes/\(remote)/"
    let isKnown = references.contains { $0.name.hasPrefix(prefix) }
    var present: [String: ObjectID] = [:]
    var tags: [String: ObjectID] = [:]
    for reference in references {
      switch reference.kind {
      case .branch, .other: continue
      case .tag: tags[reference.name] = reference.commit
      case .remoteBranch where reference.name.hasPrefix(prefix):
        present["refs/heads/" + reference.name.dropFirst(prefix.count)] = reference.commit
      case .remoteBranch: if !isKnown { present[reference.name] = reference.commit }
      }
    }
    self.init(repository, present, tags: tags)
  }

  /// Checks each update, and each pair of commits only once. Does not run commands of the repository, since anybody may
  /// have made the push.
  ///
  /// - Parameter today: the day on which a waiver's expiry is checked, or `nil` if waivers do not expire.
  /// - Throws: `LedgerError.unknownRemoteCommit`, `LedgerError`, `MigrationFolderError`, `GitError`.
  public func judge(_ updates: [ReferenceUpdate], today: CalendarDay? = nil) async throws -> [Judgement] {
    let gate = RangeGate(RepositoryGate(repository: repository, today: today))
    var judged: Set<[ObjectID]> = []
    var judgements: [Judgement] = []
    for update in updates {
      guard let new = update.new else {
        if let judgement = try judgeDeletion(of: update, among: updates) { judgements.append(judgement) }
        continue
      }
      // A tag may point to a blob, which contains no schema.
      guard let tip = try repository.commit(at: new) else { continue }
      guard let bases = try bases(of: tip, update) else {
        judgements.append(Judgement(update: update, isUnknown: true))
        continue
      }
      // A new reference is compared with all others. If an update of this push contains it, that one has its entries.
      let collisions =
        try update.old == nil && !isContained(tip, in: updates)
        ? collisions(of: tip, after: bases, besides: update.name) : []
      let isJudged = !judged.insert([tip] + bases).inserted
      if isJudged, collisions.allSatisfy(\.findings.isEmpty) { continue }
      var result = isJudged ? RepositoryGate.Result() : try await gate.findings(of: tip, after: bases)
      result.databases += collisions
      judgements.append(Judgement(update: update, result: result))
    }
    return judgements
  }

  /// The bases of an update, or `nil` if they are beyond the boundary of a shallow clone.
  private func bases(of tip: ObjectID, _ update: ReferenceUpdate) throws -> [ObjectID]? {
    if let old = update.old {
      guard try repository.contains(old) else { throw LedgerError.unknownRemoteCommit(reference: update.name, id: old) }
      if let commit = try repository.commit(at: old) { return [commit] }
    }
    do {
      let others = Set(present.filter { $0.key != update.name }.values)
      return try repository.mergeBases(of: tip, and: others.sorted())
    } catch {
      guard repository.isShallow else { throw error }
      return nil
    }
  }

  // MARK: New references

  private func isContained(_ tip: ObjectID, in updates: [ReferenceUpdate]) throws -> Bool {
    for update in updates where update.old != nil {
      guard let new = try update.new.flatMap(repository.commit(at:)) else { continue }
      if try repository.mergeBases(of: tip, and: [new]) == [tip] { return true }
    }
    return false
  }

  /// Finding SL105 for each version that a new reference adds to its bases, and that another reference has with a different
  /// content. Nothing else compares the two: they may have no common history, or one from before the version was frozen.
  private func collisions(
    of tip: ObjectID, after bases: [ObjectID], besides name: String
  ) throws -> [(database: String, findings: [Finding])] {
    let snapshot = try repository.snapshot(.commit(tip))
    guard let databases = try Configuration.ifPresent(in: snapshot)?.databases else { return [] }
    let bases = try bases.map { try repository.snapshot(.commit($0)) }
    let others = try Set(present.filter { $0.key != name }.values).sorted().map {
      try repository.snapshot(.commit($0))
    }
    return try databases.map { database in
      let ledger = try Ledger(at: database.ledger, in: snapshot)
      let known = Set(
        try bases.flatMap { try counterpart(of: database, in: $0, knowing: ledger)?.items.map(\.id) ?? [] })
      let withdrawn = ledger.withdrawnIDs
      let items = ledger.items.filter { !known.contains($0.id) && !withdrawn.contains($0.id) }
      var ids: [String: Set<String>] = [:]
      for other in others where !items.isEmpty {
        guard let theirs = try counterpart(of: database, in: other, knowing: ledger) else { continue }
        let gone = theirs.withdrawnIDs.union(withdrawn)
        for item in theirs.items where !gone.contains(item.id) {
          ids[item.entry.version.name, default: []].insert(item.id)
        }
      }
      return (
        database.name,
        items.compactMap { item in
          let version = item.entry.version.name
          guard let known = ids[version], !known.contains(item.id) else { return nil }
          return .collision(version, ids: known.union([item.id]).sorted())
        }
      )
    }
  }

  private func counterpart(
    of database: DatabaseConfiguration, in snapshot: FileSnapshot, knowing ledger: Ledger
  ) throws -> Ledger? {
    try Configuration.former(in: snapshot)?.databases.counterpart(of: database)
      .map { try Ledger(at: $0.ledger, in: snapshot, knowing: ledger) }
  }

  // MARK: Deletion

  private func judgeDeletion(of update: ReferenceUpdate, among updates: [ReferenceUpdate]) throws -> Judgement? {
    guard let old = try update.old.flatMap(repository.commit(at:)) else { return nil }
    let base = try repository.snapshot(.commit(old))
    guard let databases = try Configuration.ifPresent(in: base)?.databases else { return nil }
    var result = RepositoryGate.Result()
    for database in databases {
      var lost = try Ledger(at: database.ledger, in: base).items
      for other in try others(than: updates) where !lost.isEmpty {
        let kept = try Ledger(at: database.ledger, in: repository.snapshot(.commit(other))).keptIDs
        lost.removeAll { kept.contains($0.id) }
      }
      result.databases.append(
        (database.name, lost.map { .deletedReference(update.name, with: $0.entry.version.name, id: $0.id) }))
    }
    return Judgement(update: update, result: result)
  }

  /// The commits of all references after the push. Those of the main branches come first, since they probably contain
  /// every entry.
  private func others(than updates: [ReferenceUpdate]) throws -> [ObjectID] {
    var after = tags.merging(present) { $1 }
    for update in updates { after[update.name] = try update.new.flatMap(repository.commit(at:)) }
    let main = ["refs/heads/main", "refs/heads/master"]
    let names = main + after.keys.sorted().filter { !main.contains($0) }
    var seen: Set<ObjectID> = []
    return names.compactMap { after[$0] }.filter { seen.insert($0).inserted }
  }
}
