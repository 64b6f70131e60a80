internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSchema

/// The changes that may be the causes of findings SL301 to SL303.
extension SourceReview {
  /// The changes that may be the reason why a database of the version does not arrive: those to its migrations, and
  /// migrations that were inserted before them. Changes that concern the same migrations are one series.
  func changeSeries(since entry: Entry) -> [ChangeSeries] { series(of: changes(since: entry), since: entry) }

  /// Changes to migrations that the version has not run, and that may be the reason why one of them fails: those to the
  /// failing migration, and those that were made together with others.
  ///
  /// - Parameter others: the changes to the version's own migrations.
  func changeSeries(toPending failing: String?, since entry: Entry, besides others: [ChangeSeries]) -> [ChangeSeries] {
    let known = others.reduce(into: Set(entry.migrations.map(\.id))) { $0.formUnion($1.ids) }
    let commits = Set(others.flatMap { $0.steps.map(\.commit) })
    let now = Dictionary(present.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let merged = frozen.changes.enumerated().filter { $1.isMerged }
    let changes = merged.filter { place, change in
      guard change.change.kind == .changed, !change.isRestoring, let before = change.change.before.first,
        !known.contains(before.id), now[before.id]?.meaning != before.meaning
      else { return false }
      return (before.id == failing || commits.contains(change.commit))
        && !merged.contains { $0 > place && $1.isRestoring && $1.change.ids.contains(before.id) }
    }
    return series(of: changes.map { ($0, $1.subjects.first?.path ?? "", $1) }, since: entry)
  }

  private typealias Candidate = (place: Int, path: String, change: FrozenMigrations.Change)

  private func series(of candidates: [Candidate], since entry: Entry) -> [ChangeSeries] {
    var groups: [(ids: Set<String>, changes: [Candidate])] = []
    for candidate in candidates {
      let ids = candidate.change.change.ids
      let touching = groups.indices.filter { !groups[$0].ids.isDisjoint(with: ids) }
      let merged = touching.map { groups[$0] }
      for index in touching.reversed() { groups.remove(at: index) }
      groups.append((merged.reduce(ids) { $0.union($1.ids) }, merged.flatMap(\.changes) + [candidate]))
    }
    return groups.compactMap { series($0.ids, $0.changes.sorted { $0.place < $1.place }, since: entry) }
  }

  /// `nil` if the source of one of the commits cannot be read.
  private func series(
    _ ids: Set<String>, _ changes: [Candidate], since entry: Entry
  ) -> ChangeSeries? {
    var parents: [ObjectID] = []
    for (_, _, change) in changes {
      guard let parent = parent(before: change) else { return nil }
      parents.append(parent)
    }
    guard let last = changes.last?.change, let first = parents.first, let state = reader.migrations(at: last.commit),
      let before = reader.records(at: first)
    else { return nil }
    let isInsertion = changes.allSatisfy { $0.change.change.kind == .inserted }
    let own = entry.migrations.filter { ids.contains($0.id) }
    return ChangeSeries(
      ids: ids,
      steps: changes.map { place, path, change in
        // A migration that was added under the id of a frozen one has changed it.
        ChangeSeries.Step(
          place: place, commit: change.commit, role: change.role,
          effect: change.change.kind == .added ? .changed : change.role, path: path)
      },
      states: parents.compactMap { reader.migrations(at: $0) } + [state],
      isReordering: changes.contains { $0.change.change.kind == .reordered },
      behind: isInsertion ? Set(changes.flatMap { $0.change.change.behind.map(\.id) }) : [],
      beginsAsFrozen: own.allSatisfy { record in
        before.contains { $0.id == record.id && $0.meaning == record.meaning }
      })
  }

  /// The parent that has what the commit changed, if its source can be read.
  private func parent(before change: FrozenMigrations.Change) -> ObjectID? {
    guard let parents = try? repository.commitHeader(change.commit).parents else { return nil }
    for parent in parents {
      guard let records = reader.records(at: parent) else { continue }
      let has = change.change.before.allSatisfy { record in
        records.contains { $0.id == record.id && $0.text == record.text }
      }
      if has { return parent }
    }
    return nil
  }

  /// The changes since the version was frozen that can still be seen in the current migrations.
  private func changes(since entry: Entry) -> [Candidate] {
    let now = Dictionary(present.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let own = Set(entry.migrations.map(\.id))
    let others = Set(entry.migrations.filter { !$0.isRepeatable && now[$0.id]?.meaning != $0.meaning }.map(\.id))
    let foreign = Set(present.map(\.id)).subtracting(own)
    let merged = frozen.changes.enumerated().filter { $1.isMerged }
    return merged.compactMap { place, change in
      guard change.change.isMeaningful, !change.isRestoring, change.versions.contains(entry.version.name) else {
        return nil
      }
      let record = change.subjects.first { record in
        if change.change.kind == .inserted { return foreign.contains(record.id) }
        // The text of a migration whose order was changed may be as it was frozen.
        let isVisible = change.change.kind == .reordered ? own.contains(record.id) : others.contains(record.id)
        // A change that was undone is not a cause.
        return isVisible
          && !merged.contains { $0 > place && $1.isRestoring && $1.change.ids.contains(record.id) }
      }
      return record.map { (place, $0.path, change) }
    }
  }

  /// Whether the migrations of the series are the only ones that are not as the version froze them, and no commit has
  /// them as they were frozen. A version may be frozen before its migrations are committed.
  func isOnlyDifference(_ series: ChangeSeries, since entry: Entry) -> Bool {
    guard !series.beginsAsFrozen, series.behind.isEmpty else { return false }
    func others(_ records: [MigrationRecord]) -> [MigrationRecord] { records.filter { !series.ids.contains($0.id) } }
    let own = others(entry.migrations)
    let now = others(present).prefix(own.count)
    return now.map(\.id) == own.map(\.id) && now.map(\.meaning) == own.map(\.meaning)
  }

  /// Whether the commit has made this change to a source that states the whole schema.
  func hasMade(_ change: SchemaChange, _ commit: ObjectID) -> Bool {
    reader.schemaChanges(by: commit).contains(change)
  }

  /// The finding with the changes that cause it, in the order of the history.
  ///
  /// - Parameter main: the one of them that the finding's help names.
  /// - Throws: `GitError`.
  func explained(_ finding: Finding, by steps: [ChangeSeries.Step], main: ChangeSeries.Step) throws -> Finding {
    var seen: Set<ObjectID> = []
    return finding.setting(\.cause, to: .init(path: main.path, role: main.effect))
      .with(commits: try roles(steps.map { ($0.role, $0.commit) }.filter { seen.insert($0.id).inserted }))
  }
}
