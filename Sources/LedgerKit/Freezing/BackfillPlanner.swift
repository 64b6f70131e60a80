internal import Digests
internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// Makes entries from the sources of past releases.
struct BackfillPlanner {
  private let context: LedgerContext
  private let processContext: Freeze.ProcessContext
  private let commits: Bool
  private let committed: Ledger
  /// Grows with each new entry.
  private var ledger: Ledger
  /// The entries of the ledger by content, in order of version.
  private var known: [EntryContent: [Ledger.Item]] = [:]
  private var schemas: [String: CanonicalSchema] = [:]
  private var models: [String: [UInt8]] = [:]
  private var failures: [(tags: [String], error: any Error)] = []
  /// The SQL files that make tables, by all SQL files of a release.
  private var scripts: [[FileSnapshot.File]: [SourceCandidate]] = [:]

  init(context: LedgerContext, processContext: Freeze.ProcessContext, commits: Bool) throws {
    self.context = context
    self.processContext = processContext
    self.commits = commits
    committed = try context.committedLedger()
    ledger = try context.ledger()
  }

  /// - Parameter outcomes: oldest release first.
  mutating func plan(_ outcomes: [(ReleaseTags.Release, PastSources.Outcome)]) throws -> BackfillPlan {
    var plan = BackfillPlan(configuration: context.configuration, context: context)
    plan.frozenTags = ledger.items.flatMap(\.entry.tags)
    var occurrences: [Occurrence] = []
    var absences: [BackfillPlan.Failure] = []
    for (release, outcome) in outcomes {
      switch outcome {
      case .found(let found):
        let occurrence = try Occurrence(release, found, context)
        if let withdrawal = withdrawal(of: occurrence) {
          plan.withdrawn.append((release.tags, withdrawal))
        } else {
          occurrences.append(occurrence)
        }
      case .absent(let error, let programs, let other):
        let snapshot = try context.repository.snapshot(.commit(release.commit))
        var kinds = try SourcesOfOtherKinds(than: context.configuration.source, in: snapshot)
        if other == nil { kinds.candidates += try scripts(in: snapshot) }
        let clauses =
          [Self.reason(error, programs)] + (other.map { [Self.words($0)] } ?? []) + (kinds.words.map { [$0] } ?? [])
        absences.append(BackfillPlan.Failure(tags: release.tags, reason: clauses.joined(separator: "; "), hint: nil))
      case .failed(let error): failures.append((release.tags, error))
      }
    }
    Self.markOutOfOrder(&occurrences)
    let (groups, synonyms, shared) = groups(of: occurrences)
    plan.synonyms = synonyms
    plan.sharedNames = shared
    let planned = Set(groups.flatMap { $0.map(\.version) })
    // An entry that was written but not committed is made again: a killed process may have left it.
    let written = ledger.items.filter { committed[$0.entry.version] == nil && planned.contains($0.entry.version) }
    let dropped = Set(written.map(\.id))
    ledger = ledger.with(ledger.items.filter { !dropped.contains($0.id) })
    known = Dictionary(grouping: ledger.items) { EntryContent($0.entry) }
    for group in groups.sorted(by: { Self.name($0) < Self.name($1) }) {
      do {
        if let item = try item(group, written) { plan.items.append(item) }
      } catch let error as SchemaError {
        failures.append((group.flatMap(\.release.tags), error))
      }
    }
    plan.items.sort { $0.version < $1.version }
    plan.absent = Self.grouped(absences)
    plan.failures = Self.grouped(
      failures.map { tags, error in
        let (reason, hint) = Self.words(error)
        return BackfillPlan.Failure(tags: tags, reason: reason, hint: hint)
      })
    plan.moves = Self.moves(occurrences)
    let notes = Self.notes(occurrences) + (try notesBeside(occurrences, for: plan.newItems))
    plan.notes = notes.filter { !context.configuration.silences($0.notice.reason.code) }
    plan.withFormerPaths = context.configuration.source.following(
      occurrences.reversed().filter(\.found.isDetected).map(\.found.source), ledger: context.configuration.ledger)
    return plan
  }

  // MARK: Grouping releases

  private struct Occurrence {
    let release: ReleaseTags.Release
    let found: PastSources.Found
    /// The name of the entry.
    let version: Version
    let content: EntryContent
    /// When the commit was made, in seconds since 1970.
    let time: Int64
    /// Whether a later version with another content was made before it, as if somebody had tagged a new commit with an old name.
    var isOutOfOrder = false

    init(_ release: ReleaseTags.Release, _ found: PastSources.Found, _ context: LedgerContext) throws {
      self.release = release
      self.found = found
      content = EntryContent(
        schema: found.made.built.schema.digest, model: found.made.built.model.map(sha256), records: found.made.records)
      time = try context.repository.commitInfo(release.commit).committer.seconds
      let snapshot = try context.repository.snapshot(.commit(release.commit))
      let rule = context.configuration.source.models?.usesDeclaredNames == false ? nil : context.configuration.version
      let stated = try? rule?.pastVersion(of: found.made.built, in: snapshot)
      version = stated.flatMap { try? Version($0) } ?? release.version
    }
  }

  private static func markOutOfOrder(_ occurrences: inout [Occurrence]) {
    // The earliest commit among the later versions, and the earliest of those with another content than that.
    var first: Occurrence?
    var other: Occurrence?
    for index in occurrences.indices.sorted(by: { occurrences[$0].version > occurrences[$1].version }) {
      let own = occurrences[index]
      let earliest = first?.content == own.content ? other : first
      occurrences[index].isOutOfOrder = earliest.map { $0.time < own.time } ?? false
      if first.map({ own.time < $0.time }) ?? true {
        if let old = first, old.content != own.content { other = old }
        first = own
      } else if own.content != first?.content, other.map({ own.time < $0.time }) ?? true {
        other = own
      }
    }
  }

  /// Groups releases with equal content, in the order of the oldest in each group. If releases of one version have
  /// different contents, none of them is used.
  private mutating func groups(
    of occurrences: [Occurrence]
  ) -> (groups: [[Occurrence]], synonyms: [[String]], ambiguous: [Version]) {
    var synonyms: [[String]] = []
    var ambiguous: Set<Version> = []
    for (version, all) in Dictionary(grouping: occurrences, by: \.version) where all.count > 1 {
      let tags = all.flatMap(\.release.tags)
      if Set(all.map(\.content)).count > 1 {
        ambiguous.insert(version)
        let hasModels = context.configuration.source.models?.framework == .swiftData
        failures.append(
          (tags, LedgerError.severalReleases(version: version.name, tag: tags[0], canChooseNames: hasModels)))
      } else if Set(all.map(\.release.version)).count == 1 {
        synonyms.append(tags)
      }
    }
    var places: [EntryContent: Int] = [:]
    var groups: [[Occurrence]] = []
    for occurrence in occurrences where !ambiguous.contains(occurrence.version) {
      if let index = places[occurrence.content] {
        groups[index].append(occurrence)
      } else {
        places[occurrence.content] = groups.count
        groups.append([occurrence])
      }
    }
    return (groups, synonyms.sorted { $0[0] < $1[0] }, ambiguous.sorted())
  }

  /// The withdrawal of exactly what the release contains: a person has to decide whether to freeze it again.
  private func withdrawal(of occurrence: Occurrence) -> Withdrawal? {
    if ledger[occurrence.version] != nil { return nil }
    return ledger.withdrawals(of: occurrence.version).last { EntryContent($0.entry) == occurrence.content }
  }

  // MARK: Entries

  /// The group with final releases before prereleases, since final releases are the ones in use. A name that an odd tag gave to
  /// a later commit comes last.
  private static func named(_ group: [Occurrence]) -> [Occurrence] {
    let inOrder = group.filter { !$0.isOutOfOrder }
    let rest = group.filter(\.isOutOfOrder)
    return [inOrder, rest].flatMap { part in
      part.filter { !$0.version.isPrerelease } + part.filter(\.version.isPrerelease)
    }
  }

  private static func name(_ group: [Occurrence]) -> Version { named(group)[0].version }

  /// Returns `nil` if every version of the group is frozen with a different content.
  private mutating func item(_ group: [Occurrence], _ written: [Ledger.Item]) throws -> BackfillPlan.Item? {
    let tags = group.flatMap(\.release.tags)
    let same = known[group[0].content] ?? []
    if let known = same.first(where: { item in group.contains { $0.version == item.entry.version } }) ?? same.first {
      return item(known, group, tags, draft: nil)
    }
    guard let chosen = try Self.named(group).first(where: { try isFree($0) }) else { return nil }
    let made = chosen.found.made
    let draft = try EntryDraft(
      chosen.version, of: made.built, recording: made.records, database: context.configuration.name,
      parents: ledger.parents(for: made.records, below: chosen.version), commit: chosen.release.commit,
      ignoredTables: context.configuration.ignoredTables, tags: tags)
    if draft.isEmpty {
      failures.append((tags, LedgerError.emptySchema(version: chosen.version.name, revision: tags.first)))
      return nil
    }
    let folder = Ledger.folder(of: chosen.version, in: ledger.path)
    let new = Ledger.Item(entry: draft.entry, id: draft.entry.id, folder: folder)
    schemas[new.id] = draft.schema
    models[new.id] = draft.files[Entry.modelName]
    if let old = written.first(where: { $0.entry.version == chosen.version }) {
      // The entry was frozen by another command and is not committed yet. It stays unchanged.
      let isOther = old.id != new.id && EntryContent(old.entry) == chosen.content
      let isStaged = try context.repository.snapshot(.index).id(of: folder + "/" + Entry.fileName) != nil
      if isOther || !commits && isStaged { return item(old, group, tags, draft: nil) }
      if old.id != new.id {
        failures.append((tags, LedgerError.frozenOtherwise(version: chosen.version.name, tag: tags[0])))
        return nil
      }
    }
    return item(new, group, tags, draft: draft)
  }

  private mutating func isFree(_ occurrence: Occurrence) throws -> Bool {
    do {
      try ledger.refuse(occurrence.version)
      guard ledger[occurrence.version] == nil else {
        throw LedgerError.frozenOtherwise(version: occurrence.version.name, tag: occurrence.release.tags[0])
      }
      return true
    } catch let error as LedgerError {
      failures.append((occurrence.release.tags, error))
      return false
    }
  }

  private mutating func item(
    _ item: Ledger.Item, _ group: [Occurrence], _ tags: [String], draft: EntryDraft?
  ) -> BackfillPlan.Item {
    let parent = ledger.items.last { item.entry.parents.contains($0.id) }
    // A parent may be older: an entry that was frozen before its predecessors does not name them, nor does one whose migrations
    // were renamed.
    let before = ledger.items.last { $0.entry.version < item.entry.version } ?? parent
    let replaced = ledger.itemReplaced(by: item.entry)
    if ledger[item.entry.version] == nil {
      ledger.add(item)
      known[EntryContent(item.entry), default: []].append(item)
      known[EntryContent(item.entry)]?.sort { $0.entry.version < $1.entry.version }
    }
    let built = group[0].found.made.built
    let diff = (replaced ?? before).flatMap { before in
      schema(of: before).map { SchemaDiff(from: $0, model(of: before), to: built.schema, built.model) }
    }
    return BackfillPlan.Item(
      version: item.entry.version, tags: tags, commit: draft?.entry.commitID ?? group[0].release.commit, entry: item.id,
      schema: item.entry.schema, hasTables: item.entry.hasTables,
      migrationCount: item.entry.hasMigrations ? item.entry.migrations.count : nil,
      diff: diff, replaced: replaced?.entry.version, draft: draft)
  }

  private mutating func schema(of item: Ledger.Item) -> CanonicalSchema? {
    if let known = schemas[item.id] { return known }
    let file = item.entry.hasTables ? try? context.file(item.folder + "/" + item.entry.fixtureName) : []
    let schema = file.flatMap { try? StoredFile.schema(of: $0, ignoring: item.entry.ignoredTables) }
    schemas[item.id] = schema
    return schema
  }

  private func model(of item: Ledger.Item) -> [UInt8]? {
    models[item.id] ?? (try? context.file(item.folder + "/" + Entry.modelName))
  }

  // MARK: Reported failures

  /// The SQL files of a release that make tables and are no more, if the source is SQL: they may have been the schema. What
  /// remains is another database's.
  private mutating func scripts(in snapshot: FileSnapshot) throws -> [SourceCandidate] {
    switch context.configuration.source {
    case .migrations, .schema: break
    default: return []
    }
    let files = try snapshot.files(under: "").filter { $0.path.hasSQLSuffix }
    if let known = scripts[files] { return known }
    let present = context.workTree
    let former = try OtherScripts(in: snapshot, besides: [])
    let gone = try Set(former.files.map(\.path).filter { try present.read($0) == nil })
    let found = try former.filter(gone.contains).groups(in: snapshot).filter { $0.tableCount > 0 }.prefix(2)
      .map(\.candidate)
    scripts[files] = Array(found)
    return Array(found)
  }

  /// Why a release does not have the schema.
  private static func reason(_ error: any Error, _ programs: SourceCandidate?) -> String {
    guard case .noMigrations(let folder, _, let leftOut) = error as? MigrationFolderError,
      let program = leftOut.first(where: { $0.reason == .codeStep })
    else { return words(error).0 + (programs.map { "; \($0.path) has \($0.summary)" } ?? "") }
    let count = leftOut.count { $0.reason == .codeStep }
    return "\(folder.isEmpty ? "the top folder" : folder) contains no SQL migrations; \(program.path)"
      + (count == 1 ? " is a program" : " and \(count - 1) more are programs")
  }

  private static func words(_ other: PastSources.OtherSource) -> String {
    switch other.reason {
    case .nothingInCommon where other.path.isEmpty: "the SwiftData models elsewhere have other entities"
    case .nothingInCommon where other.path.contains(".xcdatamodel"): "\(other.path) has other entities"
    case .nothingInCommon: "\(other.path) has no migration and no table of it"
    case .notCompared: "\(other.path) may be another database's, because today's source does not run"
    case .notCompiled: "no target compiles \(other.path)"
    case .stayedBeside: "\(other.path) stayed beside it, as another database's would"
    }
  }

  /// Tags with the same reason together, in the order of the first of them, with the first hint.
  private static func grouped(_ failures: [BackfillPlan.Failure]) -> [BackfillPlan.Failure] {
    failures.reduce(into: []) { groups, failure in
      let place = groups.firstIndex { $0.reason == failure.reason }
      let tags = place.map { groups[$0].tags + failure.tags } ?? failure.tags
      let hint = place.flatMap { groups[$0].hint } ?? failure.hint
      let group = BackfillPlan.Failure(tags: tags, reason: failure.reason, hint: hint)
      if let place { groups[place] = group } else { groups.append(group) }
    }
  }

  private static func words(_ error: any Error) -> (String, String?) {
    switch error {
    // The reason is usually in the last line of a command's output.
    case let error as LedgerError: (([error.message] + error.output.suffix(1)).joined(separator: ": "), error.hint)
    case let error as MigrationFolderError: (error.message, error.hint)
    case let error as SchemaError: (error.message, error.hint)
    case let error as GitError: (error.message, error.hint)
    default: ("\(error)", nil)
    }
  }

  private static func notes(_ occurrences: [Occurrence]) -> [BackfillPlan.Note] {
    var order: [MigrationNotice] = []
    var tags: [MigrationNotice: [String]] = [:]
    for occurrence in occurrences {
      for notice in occurrence.found.made.built.text.notices where noted.contains(notice.reason) {
        if tags[notice] == nil { order.append(notice) }
        tags[notice, default: []] += occurrence.release.tags
      }
    }
    let releases = occurrences.flatMap(\.release.tags)
    return MigrationNotice.Reason.allCases.filter(noted.contains).flatMap { reason -> [BackfillPlan.Note] in
      let alike = order.filter { $0.reason == reason }
      guard alike.count > 3 else {
        return alike.map { BackfillPlan.Note(notice: $0, moreCount: 0, tags: tags[$0] ?? []) }
      }
      let all = Set(alike.flatMap { tags[$0] ?? [] })
      return [
        BackfillPlan.Note(notice: alike[0], moreCount: alike.count - 1, tags: releases.filter(all.contains))
      ]
    }
  }

  /// What may have made a part of the schema beside the SQL of the new entries, and does not today: `init` names what does today.
  /// These are programs that changed tables, and schema files that made tables which the migrations lacked.
  private func notesBeside(_ occurrences: [Occurrence], for items: [BackfillPlan.Item]) throws -> [BackfillPlan.Note] {
    let presentTables = occurrences.last?.found.made.built.schema.tableNames ?? []
    var known = Set(
      try Self.programs(around: context.configuration.source.paths, [], presentTables, in: context.workTree).map(\.path)
    )
    var notes: [BackfillPlan.Note] = []
    var files: [String: [String]] = [:]
    // A program may be new in the last of the releases with one schema.
    let releases = items.flatMap { item -> [(BackfillPlan.Item, Occurrence)] in
      let own = occurrences.filter { !item.tags.isEmpty && item.tags.contains($0.release.tags.first ?? "") }
      let first = occurrences.first { $0.release.commit == item.commit }
      let last = own.last.flatMap { $0.release.commit == item.commit ? nil : $0 }
      return [first, last].compactMap { $0 }.map { (item, $0) }
    }
    for (item, occurrence) in releases {
      let built = occurrence.found.made.built
      guard case .scripts = built.text.creation, let script = built.text.paths.first else { continue }
      let folder = OtherScripts.File.folder(of: script)
      let snapshot = try context.repository.snapshot(.commit(occurrence.release.commit))
      let notices = try Self.programs(
        around: [folder], built.text.paths, built.schema.tableNames, in: snapshot
      ).filter {
        known.insert($0.path).inserted
      }
      if let first = notices.first {
        notes.append(BackfillPlan.Note(notice: first, moreCount: notices.count - 1, tags: item.tags))
      }
      guard built.text.kind == "migrations" else { continue }
      for path in try SchemaFiles(in: snapshot).paths(around: folder) {
        let fresh = try SourceTrial(schemaFile: path, in: snapshot).schema
        if let fresh, !built.schema.hasMostTables(of: fresh), files[path]?.contains(item.tags.first ?? "") != true {
          files[path, default: []] += item.tags
        }
      }
    }
    return notes
      + files.sorted { $0.key < $1.key }.map { path, tags in
        BackfillPlan.Note(notice: MigrationNotice(path: path, reason: .makesMoreTables), moreCount: 0, tags: tags)
      }
  }

  private static func programs(
    around folders: [String], _ scripts: [String], _ tables: [Identifier], in snapshot: FileSnapshot
  ) throws -> [MigrationNotice] {
    let programs = try NearbyPrograms(in: snapshot)
    return try folders.flatMap { try programs.notices(about: $0, scripts, tables) }.filter {
      $0.reason == .changesTables || $0.reason == .mapperMakesTables
    }
  }

  /// The reasons that a reader must know of a past release: what its tool would refuse today, and SQL files that were not run.
  private static let noted: Set<MigrationNotice.Reason> = [
    .staleSum, .laterVersion, .unrecognised, .notInJournal, .numberTooLarge, .folderNotRead, .gap, .otherStart,
    .notExported,
  ]

  private static func moves(_ occurrences: [Occurrence]) -> [BackfillPlan.Move] {
    var moves: [BackfillPlan.Move] = []
    var last: SourceConfiguration?
    for occurrence in occurrences {
      defer { last = occurrence.found.source }
      guard occurrence.found.isDetected else { continue }
      let source = occurrence.found.source
      let former = source == last ? moves.popLast()?.tags ?? [] : []
      var files = source.migrations?.before ?? []
      var isForUpgrades = false
      if case .schema(let schema, _, .migrations) = source { (files, isForUpgrades) = (schema, true) }
      moves.append(
        BackfillPlan.Move(
          path: source.migrations?.paths.first ?? source.paths.first ?? "", convention: source.migrations?.convention,
          files: files, isForUpgrades: isForUpgrades,
          tags: former.prefix(1) + occurrence.release.tags.suffix(1)))
    }
    return moves
  }
}

/// The content that makes two releases equal for the ledger.
struct EntryContent: Hashable {
  private let schema: String
  private let model: String?
  private let migrations: [String]

  init(schema: String, model: String?, records: [MigrationRecord]) {
    self.schema = schema
    self.model = model
    // A repeatable migration is run again whenever its text changes, so its text is compared.
    migrations = records.map { "\($0.id) \($0.isRepeatable ? $0.text : $0.meaning)" }
  }

  init(_ entry: Entry) { self.init(schema: entry.schema, model: entry.model, records: entry.migrations) }
}

extension VersionRule {
  /// The version that the source of a past commit stated. `nil` if only today's configuration states it, or if the
  /// source stated none yet.
  fileprivate func pastVersion(of built: BuiltSource, in snapshot: FileSnapshot) throws -> String? {
    switch self {
    case .literal: nil
    case .userVersion: built.schema.properties.userVersion == 0 ? nil : try current(of: built, in: snapshot)
    case .file, .declared: try current(of: built, in: snapshot)
    }
  }
}
