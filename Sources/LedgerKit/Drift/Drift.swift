internal import Findings
internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// Compares the source with the frozen versions.
struct Drift {
  private(set) var ledger: Ledger
  let configuration: DatabaseConfiguration
  /// The time limit for one migration, in seconds.
  var timeLimit = ScratchDatabase.defaultTimeLimit
  /// Reads the database of an entry, to which new migrations can be applied. `nil` if all migrations must run from an
  /// empty database.
  var fixture: ((Ledger.Item) throws -> [UInt8]?)?
  /// Reads a file of an entry, by its name.
  let file: (Ledger.Item, String) throws -> [UInt8]?

  /// Findings SL201 to SL205, and SL301 if the source does not run.
  ///
  /// - Parameters:
  ///   - built: the built source, if the caller has built it. This method does not run a command. Without `built`, the
  ///     schema of a command source is not checked.
  ///   - triesOtherLineages: whether versions of another lineage are upgraded.
  /// - Throws: `LedgerError`, `MigrationFolderError`, `GitError`.
  func findings(
    for text: SourceDefinition, in snapshot: FileSnapshot, built: BuiltSource? = nil, triesOtherLineages: Bool = false
  ) throws -> [Finding] {
    guard let current = text.migrations.map(records), !ledger.items.isEmpty else {
      return try findings(for: text, in: snapshot, built, [])
    }
    let lineage = Lineage(of: ledger, source: current)
    if lineage.isReplaced, let latest = ledger.latest {
      return try findings(for: text, in: snapshot, built, [.migrationsReplaced(latest.entry)])
    }
    var own = self
    let others: [Ledger.Item]
    (own.ledger, others) = ledger.divided(by: lineage)
    let frozen = own.frozenMigrations()
    let changes = own.migrationFindings(current, frozen, text.textComparison) + own.skipped(text, frozen)
    let findings = try own.findings(for: text, in: snapshot, built, changes)
    return findings + (others.isEmpty ? [] : [.anotherLineage(others, isTried: triesOtherLineages)])
  }

  private func findings(
    for text: SourceDefinition, in snapshot: FileSnapshot, _ built: BuiltSource?, _ findings: [Finding]
  ) throws -> [Finding] {
    var findings = findings
    do {
      let changed = try schemaFindings(text, snapshot, built)
      // A changed migration explains the changed schema, so one finding reports both.
      let effect = changed.first
      let index = findings.firstIndex {
        $0.code == .migrationChanged && ($0.severity == .error || $0.version == effect?.version)
      }
      if let index, let effect {
        findings[index] = findings[index].with(changes: effect.changes)
      } else if !findings.contains(where: { $0.severity == .error }) {
        findings += changed
      }
    } catch let error as LedgerError where error.isOfSource {
      findings.append(.migrationFailed(nil, error))
    }
    return findings
  }

  // MARK: Migrations

  private typealias Frozen = (record: MigrationRecord, versions: [String])

  /// Each migration record with the versions that froze it.
  private func frozenMigrations() -> [Frozen] {
    var order: [MigrationRecord] = []
    var versions: [MigrationRecord: [String]] = [:]
    for (records, items) in ledger.migrationLists {
      let names = items.map(\.entry.version.name)
      for record in records {
        if versions[record] == nil { order.append(record) }
        versions[record, default: []] += names
      }
    }
    return order.map { ($0, versions[$0] ?? []) }
  }

  private func records(_ migrations: [Migration]) -> [MigrationRecord] {
    let meanings = ledger.meanings
    return migrations.map { MigrationRecord($0, knowing: meanings) }
  }

  private func migrationFindings(
    _ current: [MigrationRecord], _ frozen: [Frozen], _ comparison: TextComparison?
  ) -> [Finding] {
    let byID = Dictionary(current.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let frozenIDs = Set(frozen.map(\.record.id))
    let meanings = Dictionary(grouping: frozen.map(\.record), by: \.id).mapValues { Set($0.map(\.meaning)) }
    let latest = ledger.latest?.entry
    let last = Dictionary((latest?.migrations ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    // The commits of versions that were frozen from tags.
    let commits = Dictionary(
      ledger.items.compactMap { item in item.entry.commit.map { (item.entry.version.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    var findings: [Finding] = []
    for (record, versions) in frozen {
      guard let now = byID[record.id] else {
        if record.isRepeatable { continue }
        let renamed = current.first { $0.meaning == record.meaning && !frozenIDs.contains($0.id) }
        var finding = Finding.migrationRemoved(record, versions: versions, renamedTo: renamed?.name)
          .of(record)
        if renamed == nil, !record.isInProgram, let commit = commits[versions.first ?? ""] {
          finding.remedy = .takeOver(path: record.path, from: String(commit.prefix(12)))
        }
        findings.append(last[record.id] == nil ? finding.settled(by: latest) : finding)
        continue
      }
      // A repeatable migration may change, since it is run again.
      if now.hasText(of: record) || now.isRepeatable { continue }
      let moved = current.first { $0.meaning == record.meaning && meanings[$0.id]?.contains($0.meaning) != true }
      let hasMeaning = now.meaning == record.meaning
      let finding: Finding
      if hasMeaning {
        finding = .migrationTextChanged(now, from: record, versions: versions, comparison)
      } else if now.isInProgram || Self.name(now.path) == Self.name(record.path) {
        finding = .migrationChanged(now, versions: versions)
      } else {
        finding = .migrationReplaced(
          record, versions: versions, by: now.path, renamedTo: moved?.path,
          laterPath: Self.pathAfter(current.filter { $0.id != moved?.id }, of: now.path))
      }
      let isFrozen = last[record.id].map { hasMeaning ? now.hasText(of: $0) : now.meaning == $0.meaning } ?? false
      findings.append(isFrozen ? finding.of(record).settled(by: latest) : finding.of(record))
    }
    // Repeatable migrations run after all others, including new ones, and only their names determine their order.
    let once = current.filter { !$0.isRepeatable }
    return findings + removedRepeatables(byID, frozen) + insertions(once, frozen) + moves(once)
  }

  /// The name of a migration's file, with that of its folder if every migration has one.
  private static func name(_ path: String) -> ArraySlice<Substring> {
    let parts = path.split(separator: "/")
    return parts.suffix(parts.last == "up.sql" ? 2 : 1)
  }

  /// The path of a file with the next number in place of the one at the beginning of its name; `nil` if the names do not
  /// all begin with a number of a few digits.
  private static func pathAfter(_ others: [MigrationRecord], of path: String) -> String? {
    func digits(_ path: String) -> Substring {
      let name = path.split(separator: "/").last ?? ""
      return name.prefix { $0.isASCII && $0.isNumber }
    }
    let numbers = others.map { digits($0.path) }
    guard numbers.allSatisfy({ !$0.isEmpty && $0.count < 7 }), let last = numbers.compactMap({ Int($0) }).max() else {
      return nil
    }
    let (own, next) = (digits(path), String(last + 1))
    let name = path.split(separator: "/").last ?? ""
    let padded = String(repeating: "0", count: max(0, own.count - next.count)) + next
    return path.dropLast(name.count) + padded + name.dropFirst(own.count)
  }

  /// Repeatable migrations that were removed. Each is reported once, however often it changed, and no longer after a
  /// version was frozen without it.
  private func removedRepeatables(_ current: [String: MigrationRecord], _ frozen: [Frozen]) -> [Finding] {
    let headIDs = Set(ledger.heads.flatMap { $0.entry.migrations.map(\.id) })
    let gone = frozen.filter { form, _ in
      form.isRepeatable && current[form.id] == nil && headIDs.contains(form.id)
    }
    return Dictionary(grouping: gone, by: \.record.id).sorted { $0.key < $1.key }.compactMap { _, forms in
      forms.last.map {
        .repeatableRemoved($0.record, versions: forms.flatMap(\.versions)).of($0.record)
      }
    }
  }

  /// New migrations that are ordered before the last frozen one.
  private func insertions(_ current: [MigrationRecord], _ frozen: [Frozen]) -> [Finding] {
    let frozenIDs = Set(frozen.map(\.record.id))
    guard let last = current.lastIndex(where: { frozenIDs.contains($0.id) }) else { return [] }
    let removed = Set(frozen.map(\.record).filter { record in !current.contains { $0.id == record.id } }.map(\.meaning))
    return current[..<last].filter { !frozenIDs.contains($0.id) && !removed.contains($0.meaning) }.map { inserted in
      let version = ledger.items.first { $0.entry.migrations.contains { $0.id == current[last].id } }
      return Finding.migrationInserted(
        inserted.path, before: current[last].name, version: version?.entry.version.name ?? "",
        isAllowed: configuration.source.migrations?.runsOutOfOrder == true
      ).of(inserted)
    }
  }

  /// New migrations behind the frozen ones that databases of a frozen version skip, because of their time.
  private func skipped(_ text: SourceDefinition, _ frozen: [Frozen]) -> [Finding] {
    guard case .scripts(let steps) = text.creation else { return [] }
    let frozenIDs = Set(frozen.map(\.record.id))
    let known = steps.indices.filter { frozenIDs.contains(steps[$0].id) && steps[$0].time != nil }
    guard let end = steps.lastIndex(where: { frozenIDs.contains($0.id) }),
      let last = known.max(by: { (steps[$0].time ?? 0) < (steps[$1].time ?? 0) }), let latest = steps[last].time
    else { return [] }
    let version = ledger.items.first { $0.entry.migrations.contains { $0.id == steps[last].id } }
    return steps[end...].filter { !frozenIDs.contains($0.id) && ($0.time ?? .infinity) <= latest }.map {
      .migrationSkipped($0.path, after: steps[last].path, version: version?.entry.version.name ?? "")
    }
  }

  /// Frozen migrations whose relative order has changed.
  private func moves(_ current: [MigrationRecord]) -> [Finding] {
    let places = Dictionary(zip(current.map(\.id), current.indices), uniquingKeysWith: { first, _ in first })
    var seen: Set<[String]> = []
    return ledger.migrationLists.flatMap { migrations, items in
      let present = migrations.filter { places[$0.id] != nil }
      return zip(present, present.dropFirst()).compactMap { former, latter -> Finding? in
        guard let before = places[latter.id], let after = places[former.id], before < after,
          seen.insert([former.id, latter.id]).inserted
        else { return nil }
        return Finding.migrationMoved(
          current[before].path, before: current[after].name, version: items.first?.entry.version.name ?? ""
        ).of(current[before])
      }
    }
  }

  // MARK: Schema

  private func schemaFindings(
    _ text: SourceDefinition, _ snapshot: FileSnapshot, _ built: BuiltSource?
  ) throws -> [Finding] {
    // Without its programs, the SQL makes another schema.
    if text.hasPartialMigrations { return [] }
    switch (text.creation, text.forward) {
    case (.scripts(let steps), _) where text.isReplayed:
      let start = try fixture.flatMap {
        try ReplayStart(
          steps, after: text.before, of: ledger, convention: text.convention, ignoring: configuration.ignoredTables,
          stubs: configuration.stubs, timeLimit: timeLimit, fixture: $0)
      }
      guard let start else { return try replay(steps, after: text.before) }
      for step in steps.dropFirst(start.count) { try step.run(on: start.database) }
      return []
    case (.command(let command), _):
      guard let built else { return [] }
      return try developed(built, snapshot).map { try located($0, in: command.modelPackage, snapshot, built) }
    case (.models(let declared), _):
      return try modelFindings(declared, text) + cloudKitFindings(built ?? text.build(configuration.buildSettings()))
    case (.room(let schemas), _): return try roomFindings(schemas, text)
    default:
      return try developed(built ?? text.build(configuration.buildSettings(timeLimit: timeLimit)), snapshot)
    }
  }

  /// Runs the migrations. After the steps that a head of the ledger froze, compares the schema with the schema of that
  /// head. A head that was frozen without scripts of `before` is compared with the migrations alone.
  private func replay(_ steps: [Migration], after scripts: [Migration]) throws -> [Finding] {
    let heads = ledger.heads.filter { !$0.entry.migrations.isEmpty }
    if scripts.isEmpty { return try replay(steps, comparedWith: heads) }
    // A database from the field has what the application created in it.
    let others = heads.filter { $0.entry.before.isEmpty && !$0.entry.isFromStore }
    let findings = try replay(steps, after: scripts, comparedWith: heads.filter { !others.contains($0) })
    if others.isEmpty { return findings }
    // New migrations may need the scripts. Migrations that are frozen without them do not, unless they were changed, which
    // is another finding.
    let known = Set(others.flatMap { $0.entry.migrations.map(\.receipt) })
    let own = steps.filter { known.contains(MigrationRecord.receipt(of: $0)) }
    do {
      return findings + (try replay(own, comparedWith: others))
    } catch let error as LedgerError where error.isOfSource {
      return findings
    }
  }

  private func replay(
    _ steps: [Migration], after scripts: [Migration] = [], comparedWith heads: [Ledger.Item]
  ) throws -> [Finding] {
    let database = try ScratchDatabase(tracking: .known, stubs: configuration.stubs, timeLimit: timeLimit)
    var findings: [Finding] = []
    for script in scripts { try script.run(on: database) }
    // Made once: most comparisons end with the number of migrations.
    var waiting = heads.map { (item: $0, migrations: Set($0.entry.migrations.map(\.receipt))) }
    var hasRun: Set<String> = []
    for step in steps {
      try step.run(on: database)
      hasRun.insert(MigrationRecord.receipt(of: step))
      for (item, migrations) in waiting where migrations == hasRun {
        let schema = try database.schema(ignoring: configuration.ignoredTables)
        if schema.digest == item.entry.schema { continue }
        findings += try schemaChanged(
          item, to: schema, remedy: .readLog(paths: configuration.source.paths))
      }
      waiting.removeAll { $0.migrations == hasRun }
    }
    return findings
  }

  /// For a source that states its own version: once that version is frozen, its schema must not change until the
  /// version changes.
  private func developed(_ built: BuiltSource, _ snapshot: FileSnapshot) throws -> [Finding] {
    guard let name = try configuration.version?.current(of: built, in: snapshot),
      let item = ledger.items.first(where: { $0.entry.version.name == name })
    else { return [] }
    return try developed(built, item)
  }

  /// Compares a frozen version with the schema that its source makes now.
  func developed(_ built: BuiltSource, _ item: Ledger.Item) throws -> [Finding] {
    if built.schema.digest == item.entry.schema, item.entry.hasModel(built.model) { return [] }
    return try schemaChanged(item, to: built.schema, model: built.model, remedy: .newVersion)
  }

  func schemaChanged(
    _ item: Ledger.Item, to schema: CanonicalSchema, model: [UInt8]? = nil, remedy: Remedy
  ) throws -> [Finding] {
    guard let bytes = try file(item, "schema.sql") else { return [] }
    let frozen = try ScratchDatabase.schema(ofFrozen: String(decoding: bytes, as: UTF8.self), tracking: .known)
    let diff = SchemaDiff(from: frozen, try file(item, Entry.modelName), to: schema, model)
    return diff.verdict <= .cosmetic ? [] : [.schemaChanged(item.entry.version.name, diff, remedy: remedy)]
  }
}
