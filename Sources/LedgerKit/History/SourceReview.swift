internal import Findings
internal import GitStore
internal import LedgerCore
internal import LedgerEntries

/// Finds the commits that caused findings about the source. Also finds changes to frozen migrations that are no longer
/// visible in the current source.
struct SourceReview {
  let repository: Repository
  let reader: SourceReader
  private let history: SourceHistory
  let frozen: FrozenMigrations
  private let entries: [Entry]
  private let references: [Reference]
  private let lineage: Lineage
  /// The current migrations.
  let present: [MigrationRecord]

  /// - Parameters:
  ///   - repository: the repository whose commits are read.
  ///   - configuration: the configuration of the database.
  ///   - selection: the references from which the history is read.
  ///   - cache: whether commits are cached in the Git folder.
  ///   - stored: the states of the source that earlier runs have read, or `nil`.
  ///   - fixtures: the fixtures in all of the history. Those of another lineage are not related to the current source.
  ///   - definition: the current source.
  /// - Throws: `GitError`.
  init(
    of repository: Repository, _ configuration: DatabaseConfiguration, references selection: ReferenceSelection,
    cache: HistoryCache, stored: StoredStates? = nil, _ fixtures: [FrozenFixture], lineage: Lineage,
    present definition: SourceDefinition
  ) throws {
    self.repository = repository
    self.lineage = lineage
    let fixtures = fixtures.filter { !lineage.isAnother($0.entry) }
    entries = fixtures.map(\.entry)
    references = try repository.references(selection).all
    let head = try repository.head.commit
    let tips = try repository.historyTips(selection).commits
    // No finding is about the schema that a past commit states.
    reader = SourceReader(
      configuration, in: repository, reading: .migrations, knowing: entries.flatMap(\.migrations), stored: stored)
    history = try SourceHistory(
      reader, ledgers: [configuration.ledger], from: tips, cache: cache, listsFiles: false)
    stored?.write()
    let frozenEntries = try fixtures.map { [repository] in
      try FrozenMigrations.FrozenEntry($0, in: repository, head: head)
    }
    frozen = try FrozenMigrations(frozenEntries, in: history, of: repository, from: tips, head: head)
    present = reader.state(of: definition).migrations
  }

  // MARK: Findings of the current source

  /// Adds the responsible commits to findings SL202 to SL205. Changes by one commit to several migrations become one
  /// finding.
  ///
  /// - Throws: `GitError`.
  func explained(_ findings: [Finding]) throws -> [Finding] {
    grouped(try findings.map { try explained($0) })
  }

  private func explained(_ finding: Finding) throws -> Finding {
    if finding.code == .migrationRemoved, finding.path == nil { return try replaced(finding) }
    guard Self.codes.contains(finding.code), let id = finding.migration else { return finding }
    let changes =
      finding.code == .migrationInserted
      ? frozen.changes.filter { $0.isMerged && $0.change.ids.contains(id) }
      : frozen.changes(of: id, since: finding.version ?? "").filter { change in
        // An intermediate change of meaning has its own finding.
        finding.code != .migrationTextChanged || change.change.kind == .textChanged
      }
    var commits = changes.map { ($0.role, $0.commit) }
    if finding.code == .migrationInserted {
      let added = frozen.first(id, in: history)
      if let added, commits.first?.1 != added { commits.insert((.added, added), at: 0) }
    } else if let record = record(id, of: finding.version), let first = frozen.first(record) {
      commits.insert((.committed, first), at: 0)
    }
    return finding.with(commits: try roles(commits)).helped(by: changes.last)
  }

  /// Adds the commit that removed the last of a version's migrations.
  private func replaced(_ finding: Finding) throws -> Finding {
    let last = frozen.changes.last {
      $0.isMerged && !$0.isRestoring && $0.versions.contains(finding.version ?? "") && $0.change.isMeaningful
    }
    return finding.with(commits: try roles(last.map { [($0.role, $0.commit)] } ?? []))
  }

  private static let codes: Set<Finding.Code> = [
    .migrationChanged, .migrationTextChanged, .migrationRemoved, .migrationInserted,
  ]

  private func record(_ id: String, of version: String?) -> MigrationRecord? {
    entries.first { $0.version.name == version }?.migrations.first { $0.id == id }
  }

  /// The commits in their roles, with their authors and first lines.
  ///
  /// - Throws: `GitError`.
  func roles(_ commits: [(role: Finding.Commit.Role, id: ObjectID)]) throws -> [Finding.Commit] {
    // Of a long series of changes, only the start and the end are shown.
    let shown = commits.count > 8 ? Array(commits.prefix(4) + commits.suffix(4)) : commits
    return try shown.map { Finding.Commit(role: $0.role, info: try repository.commitInfo($0.id)) }
  }

  /// Combines findings with the same commits into one.
  private func grouped(_ findings: [Finding], state: PastState = .present) -> [Finding] {
    var groups: [Group: [Finding]] = [:]
    for finding in findings { groups[Group(finding), default: []].append(finding) }
    var told: Set<Group> = []
    return findings.flatMap { finding -> [Finding] in
      let group = Group(finding)
      guard let all = groups[group], let summary = Finding.ofMany(all, state: state) else { return [finding] }
      return told.insert(group).inserted ? [summary] : []
    }
  }

  private struct Group: Hashable {
    let code: Finding.Code
    let severity: Finding.Severity
    let commits: [ObjectID]

    init(_ finding: Finding) {
      code = finding.code
      severity = finding.severity
      commits = finding.changingCommits.map(\.info.id)
    }
  }

  // MARK: Findings of the past

  /// Findings for changes to frozen migrations that were later undone, and for changes on unmerged branches.
  ///
  /// - Parameter findings: the findings of the current source.
  /// - Throws: `GitError`.
  func past(beside findings: [Finding]) throws -> [Finding] {
    // One finding already reports that all migrations were replaced.
    if lineage.isReplaced { return [] }
    func ids(reportedAs codes: Set<Finding.Code>) -> Set<String> {
      Set(findings.filter { codes.contains($0.code) }.compactMap(\.migration))
    }
    let reworded = ids(reportedAs: [.migrationTextChanged])
    var seen = ids(reportedAs: Self.codes.subtracting([.migrationTextChanged]))
    var restored: [Finding] = []
    var others: [Finding] = []
    for change in frozen.changes where change.isMerged && !change.isRestoring {
      for record in change.subjects where !seen.contains(record.id) {
        if reworded.contains(record.id), change.change.kind == .textChanged { continue }
        seen.insert(record.id)
        if isRestored(record, change.versions) {
          restored += [try past(record, change, state: .undone)].compactMap { $0 }
        } else {
          others += [try past(record, change, state: .present)].compactMap { $0 }
        }
      }
    }
    return try grouped(restored, state: .undone) + grouped(others) + unmergedFindings()
  }

  /// Findings for changes on unmerged branches. A new migration there does not change a frozen one yet.
  private func unmergedFindings() throws -> [Finding] {
    let changes = frozen.changes.filter { !$0.isMerged && !$0.isRestoring && $0.change.kind != .inserted }
    var commits: [ObjectID] = []
    for change in changes where commits.last != change.commit { commits.append(change.commit) }
    return try commits.flatMap { commit in
      let state = PastState.unmerged(frozen.references(with: commit, among: references))
      let findings = try changes.filter { $0.commit == commit }.flatMap { change in
        try change.subjects.map { record in
          let finding = Finding.changedInThePast(
            record, change.effect(on: record.id), versions: change.versions, state: state
          ).of(record)
          return finding.atMost(.note).with(commits: try roles([(change.role, commit)]))
        }
      }
      return grouped(findings, state: state)
    }
  }

  private func isRestored(_ record: MigrationRecord, _ versions: [String]) -> Bool {
    let now = present.first { $0.id == record.id }
    let frozen = self.record(record.id, of: versions.first)
    return frozen == nil ? now == nil : now?.meaning == frozen?.meaning
  }

  /// Returns `nil` for a migration that was inserted before others and still exists, since it has been frozen since
  /// then. Also returns `nil` for a change that was made and undone on a branch before the branch was merged.
  private func past(
    _ record: MigrationRecord, _ change: FrozenMigrations.Change, state: PastState
  ) throws -> Finding? {
    let isNew = change.change.kind == .inserted
    if isNew, state != .undone { return nil }
    let changes = frozen.changes.filter { $0.isMerged && $0.change.ids.contains(record.id) }
    let seen = changes.filter { !$0.isRestoring && frozen.wasSeen($0, of: record.id, in: history) }
    if seen.isEmpty { return nil }
    let effects = seen.map { $0.effect(on: record.id) }
    let effect = isNew ? .inserted : effects.contains(.changed) ? .changed : change.effect(on: record.id)
    var commits = changes.map { ($0.role, $0.commit) }
    let origin = self.record(record.id, of: change.versions.first) ?? record
    if !isNew, let first = frozen.first(origin) { commits.insert((.committed, first), at: 0) }
    let finding = Finding.changedInThePast(record, effect, versions: change.versions, state: state)
      .of(record)
    let diff = effect == .changed ? try reader.effect(of: change.change, by: change.commit).diff : nil
    return finding.with(changes: diff?.meaningfulChanges ?? [], commits: try roles(commits))
  }
}

extension FrozenMigrations.FrozenEntry {
  /// Frozen at the commit from which the version was read, or else at the commit that added the entry. An uncommitted
  /// entry is frozen at HEAD.
  init(_ fixture: FrozenFixture, in repository: Repository, head: ObjectID?) throws {
    let read = try fixture.entry.commitID.flatMap(repository.commit(at:))
    self.init(
      fixture.entry, at: read.map { [$0] } ?? (fixture.commits.isEmpty ? [head].compactMap { $0 } : fixture.commits))
  }
}

extension FrozenMigrations.Change {
  /// The change as the role of a commit in a finding.
  var role: Finding.Commit.Role {
    if isRestoring { return .restored }
    return switch change.kind {
    case .textChanged: .reworded
    case .added, .inserted: .added
    case .changed: .changed
    case .removed: .removed
    case .moved: .moved
    case .renamed: .renamed
    case .squashed: .squashed
    case .reordered: .reordered
    }
  }

  /// The changed migrations.
  var subjects: [MigrationRecord] { change.before.isEmpty ? change.after : change.before }

  /// The code of the finding for the migration `id`.
  func effect(on id: String) -> PastChange {
    switch change.kind {
    case .textChanged: .textChanged
    case .changed: .changed
    case .squashed: change.after.contains { $0.id == id } ? .changed : .removed
    case .removed, .renamed, .moved: .removed
    case .inserted: .inserted
    case .added, .reordered: .moved
    }
  }
}

extension Finding {
  /// The finding with a command that undoes the change, if that was the last change.
  fileprivate func helped(by change: FrozenMigrations.Change?) -> Finding {
    guard let change, !change.isRestoring, severity == .error else { return self }
    switch (code, change.change.kind) {
    case (.migrationChanged, _), (.migrationTextChanged, .textChanged):
      return setting(\.remedy, to: .undoCommit(change.commit))
    case (.migrationRemoved, .removed), (.migrationRemoved, .squashed):
      guard let path = change.change.before.first(where: { $0.id == migration })?.path else { return self }
      return setting(\.remedy, to: .bringBack(path: path, removedBy: change.commit))
    default: return self
    }
  }
}
