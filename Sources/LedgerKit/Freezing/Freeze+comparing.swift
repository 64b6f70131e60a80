internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import SQLiteSandbox
internal import SQLiteSchema

/// A version that is frozen already is compared with the source.
extension Freeze {
  func compare(
    _ item: Ledger.Item, with built: BuiltSource, _ current: [MigrationRecord], from origin: SourceOrigin,
    _ context: LedgerContext
  ) throws -> Outcome {
    let records = Set(current.map { "\($0.id) \($0.meaning)" })
    let frozen = Set(item.entry.migrations.map { "\($0.id) \($0.meaning)" })
    let isSameModel = item.entry.hasModel(built.model)
    if built.schema.digest == item.entry.schema, isSameModel, records == frozen { return .alreadyFrozen(item) }
    let sql = try context.file(item.folder + "/schema.sql")
    let diff = try SchemaDiff(
      from: StoredFile.schema(of: sql ?? []), context.file(item.folder + "/" + Entry.modelName), to: built.schema,
      built.model)
    guard diff.verdict > .cosmetic else {
      // Names that differ only in letter case have different digests but are the same schema.
      if records == frozen { return .alreadyFrozen(item) }
      // Different migrations lead to the same schema.
      let names = current.filter { !frozen.contains("\($0.id) \($0.meaning)") }.map(\.path)
      return .differs(item, [.differentMigrations(item.entry.version.name, names, in: origin, remedy: .freezeAsNew)])
    }
    return .differs(item, [.schemaChanged(item.entry.version.name, diff, in: origin, remedy: .freezeAsNew)])
  }

  /// The findings about an entry with the source's schema and migrations that `freeze` would not have made.
  func forgeries(
    in item: Ledger.Item, _ built: BuiltSource, _ ledger: Ledger, _ context: LedgerContext
  ) throws -> [Finding] {
    let commit = try context.head.commit.flatMap { head in
      try context.committed.flatMap { try repository.firstCommits(of: [item], in: $0, from: head)[item.id] }
    }
    let snapshot = commit == nil ? context.workTree : context.committed ?? context.workTree
    let fixture = try FrozenFixture(item, in: snapshot)
    let damage = EntryCheck(entry: item.entry, id: item.id, folder: item.folder, files: fixture.files).findings()
    if !damage.isEmpty {
      return try damage.map { try $0.advised(committed: context.committed, present: context.workTree) }
    }
    var findings: [Finding] = []
    if commit == nil {
      let older = try context.committedLedger().items
      findings = ParentReview(ledger: ledger).findings(of: item, among: older, isCommitted: false)
    }
    // The ledger's own records of meanings are not used: the entry may be the one that made them up.
    let made = PastSources.Made(built: built, records: built.text.records)
    guard item.entry.sqlite == ScratchDatabase.sqliteVersion, !item.entry.isFromStore, !item.entry.isMadeByCommand,
      try made.hasTexts(of: item.entry),
      let finding = try EntryReview.finding(about: fixture, madeFrom: made, at: commit, configuration.buildSettings())
    else { return findings }
    return findings + [finding]
  }
}
