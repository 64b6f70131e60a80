internal import GitStore
internal import SQLiteSchema

/// Turns what history shows into findings SL101, SL102, SL105, SL106 and SL107, and reads every fixture.
struct HistoryReview {
  let history: LedgerHistory
  let repository: Repository
  /// The ledger as it is now.
  let current: Ledger
  let ledgerPath: String

  /// Every content of every version that could be read, and what could not.
  private(set) var fixtures: [FrozenFixture] = []
  private(set) var findings: [Finding] = []
  private var byTree: [ObjectID: FrozenFixture] = [:]

  init(_ history: LedgerHistory, in repository: Repository, current: Ledger) throws {
    self.history = history
    self.repository = repository
    self.current = current
    ledgerPath = current.path
    if history.isShallow { findings.append(.shallow()) }
    for sighting in history.sightings { try read(sighting) }
    for event in history.events { findings.append(try finding(for: event)) }
    findings += collisions() + brokenChains()
  }

  private mutating func read(_ sighting: LedgerHistory.Sighting) throws {
    do {
      let fixture = try sighting.read(from: repository, ledger: ledgerPath)
      fixtures.append(fixture)
      byTree[sighting.tree] = fixture
    } catch GitError.missingObject(let id, let promised) {
      findings.append(.objectMissing(id, what: sighting.version, promised: promised).with(version: sighting.version))
    } catch LedgerError.notAnEntry(let folder, let reason) {
      findings.append(
        Finding.notWhole(folder, reason).with(
          version: sighting.version, commits: try commits("committed", sighting.commits.prefix(1))))
    }
  }

  private func commits(_ role: String, _ ids: some Sequence<ObjectID>) throws -> [Finding.Commit] {
    try ids.map { Finding.Commit(role: role, info: try repository.commitInfo($0)) }
  }

  /// The commit that first brought this content.
  private func first(_ tree: ObjectID) -> [ObjectID] {
    history.sightings.first { $0.tree == tree }.map { Array($0.commits.prefix(1)) } ?? []
  }

  private func finding(for event: LedgerHistory.Event) throws -> Finding {
    switch event {
    case .rewritten(let version, let from, let to, let commit):
      let old = byTree[from]
      let new = byTree[to]
      let isCurrent = old.map { current.item(version)?.id != $0.id } ?? true
      let names = Set((old?.files.keys).map(Array.init) ?? []).union((new?.files.keys).map(Array.init) ?? [])
      let changed = names.filter { old?.files[$0] != new?.files[$0] }.sorted()
      let diff = schemaDiff(old, new)
      let roles = try commits("committed", first(from)) + commits("rewrote", [commit])
      guard let entry = old?.entry ?? new?.entry else {
        return Finding.notWhole(version, "it was rewritten, and neither content can be read").with(
          version: version, commits: roles)
      }
      return Finding.rewritten(
        entry, id: old?.id ?? "", files: changed, verdict: diff?.verdict, isCurrent: isCurrent
      ).with(changes: diff?.changes ?? [], commits: roles)
    case .deleted(let version, let tree, let commit):
      let isBack = current.item(version).map { $0.id == byTree[tree]?.id } ?? false
      let restore = "git checkout \(commit.short)~ -- \(ledgerPath)/Fixtures/\(version)"
      return Finding.deleted(version, id: byTree[tree]?.id, isBack: isBack, restore: restore).with(
        commits: try commits("committed", first(tree)) + commits("deleted", [commit]))
    }
  }

  private func schemaDiff(_ old: FrozenFixture?, _ new: FrozenFixture?) -> SchemaDiff? {
    guard let old, let new, let before = try? StoredFile.schema(of: old.database),
      let after = try? StoredFile.schema(of: new.database)
    else { return nil }
    return SchemaDiff(from: before, to: after)
  }

  /// Entries whose parent no commit has. What a shallow clone leaves out is said once, and not here.
  private func brokenChains() -> [Finding] {
    guard !history.isShallow else { return [] }
    let known = Set(fixtures.map(\.id))
    return fixtures.flatMap { fixture in
      fixture.entry.parents.filter { !known.contains($0) }.map {
        .brokenChain(fixture.entry, id: fixture.id, missing: $0)
      }
    }
  }

  /// Versions that were frozen twice on their own, with different content.
  private func collisions() -> [Finding] {
    let rewritten = Set(
      history.events.compactMap { event -> ObjectID? in
        if case .rewritten(_, _, let to, _) = event { to } else { nil }
      })
    let origins = fixtures.filter { fixture in
      history.sightings.contains { byTree[$0.tree]?.id == fixture.id && !rewritten.contains($0.tree) }
    }
    return Dictionary(grouping: origins, by: \.entry.version.name).sorted { $0.key < $1.key }.compactMap {
      version, fixtures in
      let ids = Set(fixtures.map(\.id))
      guard ids.count > 1 else { return nil }
      let roles = fixtures.compactMap { fixture in
        (try? commits("committed", fixture.commits.prefix(1)))?.first
      }
      return Finding.collision(version, ids: ids.sorted()).with(commits: roles)
    }
  }
}

extension Ledger {
  func item(_ name: String) -> Item? { items.first { $0.entry.version.name == name } }
}
