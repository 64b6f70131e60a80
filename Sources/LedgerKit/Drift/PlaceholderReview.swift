internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources

/// Finds the migrations that changed only because the values of placeholders in them changed. Their files are unchanged,
/// so that undoing an edit of the file would be the wrong help.
struct PlaceholderReview {
  let repository: Repository
  let configuration: DatabaseConfiguration
  let ledger: Ledger
  /// Today's source.
  let definition: SourceDefinition
  /// The files of today's source.
  let candidate: FileSnapshot
  /// The previous commit, if a commit is checked.
  let base: FileSnapshot?

  /// Replaces findings SL202 about migrations with unchanged files by findings about the placeholders, one for each set
  /// of changed values.
  ///
  /// The frozen values are those with which a commit has the frozen text: the base, or the commit of the entry.
  ///
  /// - Throws: `GitError`.
  func explained(_ findings: [Finding]) throws -> [Finding] {
    let subjects = findings.enumerated().compactMap { place, finding in
      subject(of: finding).map { (place, $0) }
    }
    if subjects.isEmpty { return findings }
    var groups: [[PlaceholderChange]: [Int]] = [:]
    for (place, subject) in subjects {
      guard let changes = try changes(of: subject) else { continue }
      groups[changes, default: []].append(place)
    }
    let explained = Set(groups.values.joined())
    let combined = groups.map { changes, places in
      (places[0], Finding.placeholdersChanged(changes, in: places.map { findings[$0] }))
    }
    let others = findings.enumerated().filter { !explained.contains($0.offset) }.map { ($0.offset, $0.element) }
    return (combined + others).sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// A changed migration with placeholders.
  private struct Subject {
    let migration: Migration
    let record: MigrationRecord
    let entries: [Ledger.Item]
  }

  private func subject(of finding: Finding) -> Subject? {
    guard let versions = (finding.kind as? MigrationChanged)?.versions, let id = finding.migration,
      let migration = definition.migrations?.first(where: { $0.id == id }), !migration.placeholders.isEmpty
    else { return nil }
    let entries = ledger.items.filter { versions.contains($0.entry.version.name) }
    let record = entries.lazy.compactMap { $0.entry.migrations.first { $0.id == id } }.first
    return record.map { Subject(migration: migration, record: $0, entries: entries) }
  }

  /// The changed placeholders of a migration, or `nil` if its file changed or its frozen text is in none of the commits.
  private func changes(of subject: Subject) throws -> [PlaceholderChange]? {
    if let base, let changes = try changes(of: subject, since: base) { return changes }
    for commit in try commits(of: subject.entries) {
      if let changes = try changes(of: subject, since: repository.snapshot(.commit(commit))) { return changes }
    }
    return nil
  }

  private func changes(
    of subject: Subject, since past: FileSnapshot
  ) throws -> [PlaceholderChange]? {
    guard let former = try? Configuration(from: past).databases.counterpart(of: configuration),
      let definition = try? former.schemaSource.read(from: past, beside: candidate),
      let old = definition.migrations?.first(where: { $0.id == subject.record.id }),
      MigrationRecord.digest(old.text) == subject.record.text,
      try past.read(old.path) == candidate.read(subject.migration.path)
    else { return nil }
    let (before, after) = (old.placeholders, subject.migration.placeholders)
    let names = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
    return names.isEmpty
      ? nil : names.map { PlaceholderChange(name: $0, before: before[$0], after: after[$0]) }
  }

  /// The commits from which entries were read, or the commits that first have them.
  private func commits(of entries: [Ledger.Item]) throws -> [ObjectID] {
    let known = try entries.compactMap { try $0.entry.commitID.flatMap(repository.commit(at:)) }
    guard let head = try repository.head.commit else { return known }
    let paths = entries.filter { $0.entry.commitID == nil }.map { $0.folder + "/" + Entry.fileName }
    if paths.isEmpty { return known }
    return known + (try repository.history(of: paths, from: [head]).changes.map(\.commit))
  }
}

extension [DatabaseConfiguration] {
  /// The database with the same name or, if there is none, the same ledger.
  func counterpart(of database: DatabaseConfiguration) -> DatabaseConfiguration? {
    first { $0.name == database.name } ?? first { $0.ledger == database.ledger }
  }
}
