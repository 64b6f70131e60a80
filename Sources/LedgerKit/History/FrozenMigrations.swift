internal import GitStore
internal import LedgerEntries

/// What was frozen when, and what commits did to it since.
///
/// A migration is frozen from the commit on that brought an entry with it; for an entry of the past, from the commit that
/// was read. What came before that is development. A commit on another branch has changed what is frozen when it changed
/// the very text that the entry has.
struct FrozenMigrations {
  /// An entry, and the commits from which on what it has is frozen.
  struct FrozenEntry {
    let entry: Entry
    let commits: [ObjectID]
    fileprivate let records: [String: MigrationRecord]

    init(_ entry: Entry, at commits: [ObjectID]) {
      self.entry = entry
      self.commits = commits
      records = Dictionary(entry.migrations.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// A change of what was frozen.
  struct Change {
    let commit: ObjectID
    let change: SourceChange
    /// The names of the versions that had it, in their order.
    let versions: [String]
    /// Whether what the change led to is what one of these versions froze.
    let isRestoring: Bool
    /// Whether HEAD has the commit behind it.
    let isMerged: Bool
  }

  private struct Form: Hashable {
    let id: String
    let text: String
  }

  /// In the order of history.
  private(set) var changes: [Change] = []
  /// The commit that first had a migration with a text.
  private var firsts: [Form: ObjectID] = [:]
  private var ancestry: Ancestry?
  /// With which commit of HEAD's first-parent line each commit came there.
  private var arrivals: [ObjectID: Int] = [:]
  private let frozenEntries: [FrozenEntry]

  /// - Parameters:
  ///   - tips: what `history` was walked from.
  ///   - head: nil before the first commit.
  /// - Throws: `GitError`.
  init(
    _ frozenEntries: [FrozenEntry], in history: SourceHistory, of repository: Repository, from tips: [ObjectID],
    head: ObjectID?
  ) throws {
    self.frozenEntries = frozenEntries
    let ids = Set(frozenEntries.flatMap { $0.records.keys })
    for step in history.steps {
      for record in step.changes.flatMap(\.after) {
        let form = Form(id: record.id, text: record.text)
        firsts[form] = firsts[form] ?? step.commit
      }
    }
    // Which commit is behind which matters only where something frozen was changed.
    let candidates = history.steps.filter { $0.changes.contains { $0.mayMatter(to: ids) } }
    let forms = Set(frozenEntries.flatMap { $0.records.values.map { Form(id: $0.id, text: $0.text) } })
    let matters = candidates.flatMap(\.changes).contains { change in
      let isAsFrozen = change.after.allSatisfy { forms.contains(Form(id: $0.id, text: $0.text)) }
      return change.mayMatter(to: ids) && (change.kind != .added || !isAsFrozen)
    }
    guard matters else { return }
    let points = frozenEntries.flatMap(\.commits)
    let ancestry = try Ancestry(of: Set(candidates.map(\.commit) + points), from: tips + points, in: repository)
    self.ancestry = ancestry
    arrivals = head.map(ancestry.arrivals) ?? [:]
    var derived: [Form: Set<Int>] = [:]
    var known: Set<Form> = []
    for step in candidates {
      for change in step.changes where change.mayMatter(to: ids) {
        let hit = frozenEntries.indices.filter { isHit($0, by: change, of: step.commit, known, derived, ancestry) }
        known.formUnion(change.after.map { Form(id: $0.id, text: $0.text) })
        if hit.isEmpty { continue }
        for record in change.after { derived[Form(id: record.id, text: record.text), default: []].formUnion(hit) }
        changes.append(
          Change(
            commit: step.commit, change: change,
            versions: Set(hit.map { frozenEntries[$0].entry.version }).sorted().map(\.name),
            isRestoring: hit.contains { frozenEntries[$0].isRestored(by: change) },
            isMerged: arrivals[step.commit] != nil))
      }
    }
  }

  private enum Order { case before, after, apart }

  private func order(of commit: ObjectID, to frozenEntry: FrozenEntry, _ ancestry: Ancestry) -> Order {
    if frozenEntry.commits.contains(commit) { return .before }
    if frozenEntry.commits.contains(where: { ancestry.isReached($0, from: commit) }) { return .after }
    return frozenEntry.commits.contains { ancestry.isReached(commit, from: $0) } ? .before : .apart
  }

  private func isHit(
    _ index: Int, by change: SourceChange, of commit: ObjectID, _ known: Set<Form>, _ derived: [Form: Set<Int>],
    _ ancestry: Ancestry
  ) -> Bool {
    let frozenEntry = frozenEntries[index]
    func has(_ record: MigrationRecord) -> Bool { frozenEntry.records[record.id] != nil }
    func hasText(_ record: MigrationRecord) -> Bool {
      frozenEntry.records[record.id]?.text == record.text
        || derived[Form(id: record.id, text: record.text)]?.contains(index) == true
    }
    // One that was frozen from the work tree is committed later; as it was, that is no news.
    let isAgain =
      change.before.isEmpty
      && change.after.contains { record in
        has(record) && (known.contains(Form(id: record.id, text: record.text)) || !hasText(record))
      }
    switch change.kind {
    case .moved: return false
    case .added where !isAgain: return false
    case .inserted where !isAgain:
      return change.behind.contains(where: hasText) && order(of: commit, to: frozenEntry, ancestry) != .before
    case .added, .inserted: return order(of: commit, to: frozenEntry, ancestry) == .after
    default:
      // One that is run again when it changes may change.
      if change.after.allSatisfy(\.isRepeatable), !change.after.isEmpty { return false }
      // A rename may be back to the frozen name.
      guard (change.before + (change.kind == .renamed ? change.after : [])).contains(where: has) else { return false }
      switch order(of: commit, to: frozenEntry, ancestry) {
      case .before: return false
      case .after: return true
      case .apart: return change.before.contains(where: hasText)
      }
    }
  }

  /// Whether the line of HEAD's first parents ever had what a change made of a migration: on a branch it may have been
  /// put back before it was merged.
  func wasSeen(_ change: Change, of id: String, in history: SourceHistory) -> Bool {
    guard let arrival = arrivals[change.commit] else { return false }
    let later = history.steps.drop { $0.commit != change.commit }.dropFirst()
    let next = later.first { arrivals[$0.commit] != nil && $0.changes.contains { $0.ids.contains(id) } }
    return next.flatMap { arrivals[$0.commit] }.map { $0 > arrival } ?? true
  }

  /// What a change was of something frozen; nil when nothing was.
  func change(_ change: SourceChange, by commit: ObjectID) -> Change? {
    changes.first { $0.commit == commit && $0.change == change }
  }

  /// The commit that first had the migration with this text; nil when none has.
  func first(_ record: MigrationRecord) -> ObjectID? { firsts[Form(id: record.id, text: record.text)] }

  /// The commit that first had a migration of this id.
  func first(_ id: String, in history: SourceHistory) -> ObjectID? {
    history.steps.first { $0.changes.contains { $0.after.contains { $0.id == id } } }?.commit
  }

  /// What became of a migration that `version` froze, in the order of history; without what only other branches have.
  func changes(of id: String, since version: String) -> [Change] {
    changes.filter { $0.isMerged && $0.versions.contains(version) && $0.change.ids.contains(id) }
  }

  /// The names of those of `references` that have the commit.
  func references(with commit: ObjectID, among references: [Reference]) -> [String] {
    references.filter { ancestry?.isReached(commit, from: $0.commit) == true }.map(\.shortName)
  }
}

extension FrozenMigrations.FrozenEntry {
  /// Whether the change leads back to what was frozen.
  fileprivate func isRestored(by change: SourceChange) -> Bool {
    if change.kind == .reordered {
      let order = entry.migrations.map(\.id)
      guard let first = change.after.first.flatMap({ order.firstIndex(of: $0.id) }),
        let second = change.behind.first.flatMap({ order.firstIndex(of: $0.id) })
      else { return false }
      return first < second
    }
    return change.after.contains { record in
      records[record.id].map { change.kind == .textChanged ? $0.text == record.text : $0.meaning == record.meaning }
        ?? false
    }
  }
}

extension SourceChange {
  /// Whether it is of migrations, and of some that were frozen at any time.
  fileprivate func mayMatter(to frozen: Set<String>) -> Bool {
    !isSchema && kind != .moved && (before + after + behind).contains { frozen.contains($0.id) }
  }
}
