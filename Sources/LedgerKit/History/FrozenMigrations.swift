internal import GitStore
internal import LedgerEntries

/// Determines when migrations were frozen, and which commits changed them afterwards.
///
/// A migration is frozen from the commit that added its entry, or, for an entry of a past release, from the commit that
/// was read. Earlier changes are development. A commit on another branch changes a frozen migration if the text it
/// changed is the text in the entry.
struct FrozenMigrations {
  /// An entry, and the commits from which its migrations are frozen.
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

  /// A change of a frozen migration.
  struct Change {
    let commit: ObjectID
    let change: SourceChange
    /// The names of the versions whose migrations were changed, sorted.
    let versions: [String]
    /// Whether the change restored the content that one of these versions froze.
    let isRestoring: Bool
    /// Whether the commit is reachable from HEAD.
    let isMerged: Bool
  }

  private struct Form: Hashable {
    let id: String
    let text: String
  }

  /// The changes, in the order of the history.
  private(set) var changes: [Change] = []
  /// The first commit with each text of a migration.
  private var firstCommits: [Form: ObjectID] = [:]
  private var ancestry: Ancestry?
  /// For each commit, the number of the first commit on HEAD's first-parent line that contains it.
  private var mergePositions: [ObjectID: Int] = [:]
  private let frozenEntries: [FrozenEntry]

  /// - Parameters:
  ///   - tips: the commits from which `history` was walked.
  ///   - head: `nil` before the first commit.
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
        firstCommits[form] = firstCommits[form] ?? step.commit
      }
    }
    // The ancestry is needed only if a frozen migration was changed.
    let candidates = history.steps.filter { $0.changes.contains { $0.mayAffect(ids) } }
    let forms = Set(frozenEntries.flatMap { $0.records.values.map { Form(id: $0.id, text: $0.text) } })
    let matters = candidates.flatMap(\.changes).contains { change in
      let isAsFrozen = change.after.allSatisfy { forms.contains(Form(id: $0.id, text: $0.text)) }
      return change.mayAffect(ids) && (change.kind != .added || !isAsFrozen)
    }
    guard matters else { return }
    let points = frozenEntries.flatMap(\.commits)
    let ancestry = try Ancestry(of: Set(candidates.map(\.commit) + points), from: tips + points, in: repository)
    self.ancestry = ancestry
    mergePositions = head.map(ancestry.mergePositions) ?? [:]
    var derived: [Form: Set<Int>] = [:]
    var known: Set<Form> = []
    for step in candidates {
      for change in step.changes where change.mayAffect(ids) {
        let hit = frozenEntries.indices.filter { isAffected($0, by: change, of: step.commit, known, derived, ancestry) }
        known.formUnion(change.after.map { Form(id: $0.id, text: $0.text) })
        if hit.isEmpty { continue }
        for record in change.after { derived[Form(id: record.id, text: record.text), default: []].formUnion(hit) }
        changes.append(
          Change(
            commit: step.commit, change: change,
            versions: Set(hit.map { frozenEntries[$0].entry.version }).sorted().map(\.name),
            isRestoring: hit.contains { frozenEntries[$0].isRestored(by: change) },
            isMerged: mergePositions[step.commit] != nil))
      }
    }
  }

  private enum Order { case before, after, apart }

  private func order(of commit: ObjectID, to frozenEntry: FrozenEntry, _ ancestry: Ancestry) -> Order {
    if frozenEntry.commits.contains(commit) { return .before }
    if frozenEntry.commits.contains(where: { ancestry.isReached($0, from: commit) }) { return .after }
    return frozenEntry.commits.contains { ancestry.isReached(commit, from: $0) } ? .before : .apart
  }

  private func isAffected(
    _ index: Int, by change: SourceChange, of commit: ObjectID, _ known: Set<Form>, _ derived: [Form: Set<Int>],
    _ ancestry: Ancestry
  ) -> Bool {
    let frozenEntry = frozenEntries[index]
    func has(_ record: MigrationRecord) -> Bool { frozenEntry.records[record.id] != nil }
    func hasText(_ record: MigrationRecord) -> Bool {
      frozenEntry.records[record.id]?.text == record.text
        || derived[Form(id: record.id, text: record.text)]?.contains(index) == true
    }
    // A migration that was frozen from the work tree is committed later. Adding it unchanged is not a change.
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
      // A repeatable migration may change.
      if change.after.allSatisfy(\.isRepeatable), !change.after.isEmpty { return false }
      // A rename may restore the frozen name.
      guard (change.before + (change.kind == .renamed ? change.after : [])).contains(where: has) else { return false }
      switch order(of: commit, to: frozenEntry, ancestry) {
      case .before: return false
      case .after: return true
      case .apart: return change.before.contains(where: hasText)
      }
    }
  }

  /// Whether the result of a change was ever visible on HEAD's first-parent line. On a branch, the change may have been
  /// undone before the merge.
  func wasSeen(_ change: Change, of id: String, in history: SourceHistory) -> Bool {
    guard let position = mergePositions[change.commit] else { return false }
    let later = history.steps.drop { $0.commit != change.commit }.dropFirst()
    let next = later.first { mergePositions[$0.commit] != nil && $0.changes.contains { $0.ids.contains(id) } }
    return next.flatMap { mergePositions[$0.commit] }.map { $0 > position } ?? true
  }

  /// The effect of a change on frozen migrations, or `nil` if it did not affect any.
  func change(_ change: SourceChange, by commit: ObjectID) -> Change? {
    changes.first { $0.commit == commit && $0.change == change }
  }

  /// The first commit with this id and this text of the migration, or `nil` if there is none.
  func first(_ record: MigrationRecord) -> ObjectID? { firstCommits[Form(id: record.id, text: record.text)] }

  /// The first commit with a migration of this id.
  func first(_ id: String, in history: SourceHistory) -> ObjectID? {
    history.steps.first { $0.changes.contains { $0.after.contains { $0.id == id } } }?.commit
  }

  /// The changes to a migration that `version` froze, in the order of the history, without those that are only on other
  /// branches.
  func changes(of id: String, since version: String) -> [Change] {
    changes.filter { $0.isMerged && $0.versions.contains(version) && $0.change.ids.contains(id) }
  }

  /// The names of those of `references` from which the commit is reachable.
  func references(with commit: ObjectID, among references: [Reference]) -> [String] {
    references.filter { ancestry?.isReached(commit, from: $0.commit) == true }.map(\.shortName)
  }
}

extension FrozenMigrations.FrozenEntry {
  /// Whether the change restores the frozen content or order.
  fileprivate func isRestored(by change: SourceChange) -> Bool {
    if change.kind == .reordered {
      let order = entry.migrations.map(\.id)
      guard let first = change.after.first.flatMap({ order.firstIndex(of: $0.id) }),
        let second = change.behind.first.flatMap({ order.firstIndex(of: $0.id) })
      else { return false }
      return first < second
    }
    return change.after.contains { record in
      records[record.id].map { change.kind == .textChanged ? $0.hasText(of: record) : $0.meaning == record.meaning }
        ?? false
    }
  }
}

extension SourceChange {
  /// Whether the change is about migrations of which at least one is frozen in some version.
  fileprivate func mayAffect(_ frozen: Set<String>) -> Bool {
    !isSchema && kind != .moved && (before + after + behind).contains { frozen.contains($0.id) }
  }
}
