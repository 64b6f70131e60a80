internal import Digests
internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// Compares entries with what their source makes: findings SL114 and SL116.
struct EntryReview {
  /// The files from which an entry was made.
  enum Origin {
    case commit(ObjectID)
    /// The present files, which are about to be committed with the entry. `isLatest` if nothing can have been added to
    /// the source since.
    case pending(isLatest: Bool)
  }

  private enum Outcome {
    case same
    case finding(Finding)
    case notCompared(EntryNotCompared.Reason)
  }

  private let repository: Repository
  private let rebuilder: EntryRebuilder
  private let settings: BuildSettings
  /// Whether the configured source is a command. An entry alone cannot say so.
  private let runsCommands: Bool

  /// The present files, in which the source of an entry may be that was not committed with it.
  private let present: FileSnapshot
  /// A digest of what decides how a commit is read, or `nil` if present files do, which change with every commit.
  private let reading: String?

  /// - Parameter configuration: the database's configuration in `present`.
  init(_ configuration: DatabaseConfiguration, in present: FileSnapshot, of repository: Repository) {
    self.repository = repository
    self.present = present
    rebuilder = EntryRebuilder(configuration, in: repository, environment: nil)
    settings = configuration.buildSettings()
    runsCommands = configuration.source.runsCommands
    let isRoom = if case .room = configuration.source { true } else { false }
    let hasBefore = configuration.source.migrations?.before.isEmpty == false
    let text = isRoom || hasBefore ? nil : (try? present.read(Configuration.fileName)) ?? nil
    reading = text.map { sha256(configuration.name + "\n" + sha256($0)) }
  }

  /// - Parameters:
  ///   - fixtures: entries whose files are as their `entry.json` lists them.
  ///   - passed: the entries that the source of a commit makes, which need not be made again. Those that are made now are added.
  ///   - origin: returns where a fixture that names no commit comes from, or `nil` if that is not known.
  /// - Throws: `GitError`, `CancellationError`.
  func findings(
    of fixtures: [FrozenFixture], passed: inout PassedChecks, from origin: (FrozenFixture) throws -> Origin?
  ) async throws -> [Finding] {
    var findings: [Finding] = []
    var others: [EntryNotCompared.Reason: [String]] = [:]
    for fixture in fixtures {
      switch try await outcome(of: fixture, passed: &passed, from: origin) {
      case .same: break
      case .finding(let finding): findings.append(finding)
      case .notCompared(.otherSource) where repository.isShallow,
        .notCompared(.missingObject) where repository.isShallow:
        others[.shallowClone, default: []].append(fixture.entry.version.name)
      case .notCompared(let reason) where reason.isError:
        let version = fixture.entry.version.name
        findings.append(.notCompared([version], reason).with(version: version, entry: fixture.id))
      case .notCompared(let reason): others[reason, default: []].append(fixture.entry.version.name)
      }
    }
    let notes = others.map { Finding.notCompared($0.value, $0.key) }.sorted { $0.message < $1.message }
    return findings + notes
  }

  private func outcome(
    of fixture: FrozenFixture, passed: inout PassedChecks, from origin: (FrozenFixture) throws -> Origin?
  ) async throws -> Outcome {
    let entry = fixture.entry
    if entry.isFromStore { return .notCompared(.store) }
    if entry.isMadeByCommand { return .notCompared(runsCommands ? .command : .otherKind) }
    do {
      if let commit = entry.commitID, try repository.commit(at: commit) != nil {
        return try await outcome(of: fixture, from: .commit(commit), passed: &passed)
      }
      guard let origin = try origin(fixture) else { return .notCompared(.missingObject) }
      let outcome = try await outcome(of: fixture, from: origin, passed: &passed)
      // The commits of a rewritten history have other ids. The source may still be there.
      if entry.commitID != nil, case .notCompared = outcome { return .notCompared(.missingObject) }
      return outcome
    } catch let error as GitError where error.isAboutAbsentObject {
      return .notCompared(.missingObject)
    }
  }

  private func outcome(
    of fixture: FrozenFixture, from origin: Origin, passed: inout PassedChecks
  ) async throws -> Outcome {
    let entry = fixture.entry
    var commit: ObjectID?
    var places = [present]
    if case .commit(let id) = origin {
      if try repository.commit(at: id) == nil { return .notCompared(.missingObject) }
      if let check = check(of: fixture, madeAt: id), passed.ids.contains(check) { return .same }
      places.insert(try repository.snapshot(.commit(id)), at: 0)
      commit = id
    }
    for (index, place) in places.enumerated() {
      guard let made = try await rebuilder.source(of: entry, in: place) else { continue }
      guard let finding = try Self.finding(about: fixture, madeFrom: made, at: commit, settings) else {
        if let commit, index == 0, let check = check(of: fixture, madeAt: commit) { passed.insert(check) }
        return .same
      }
      return entry.isOfThisSQLite ? .finding(finding) : .notCompared(.sqlite(entry.sqlite))
    }
    if !entry.isOfThisSQLite, !entry.hasMigrations { return .notCompared(.sqlite(entry.sqlite)) }
    let isCertain =
      switch origin {
      case .commit: entry.commit != nil
      // The drift of its migrations is reported as such.
      case .pending(let isLatest): isLatest && !entry.hasMigrations
      }
    if !isCertain { return .notCompared(commit == nil ? .pendingSource : .otherSource) }
    return .finding(.madeFromOtherSource(commit: commit).with(version: entry.version.name, entry: fixture.id))
  }

  /// A digest of all that decides whether the source of a commit makes the entry.
  private func check(of fixture: FrozenFixture, madeAt commit: ObjectID) -> String? {
    reading.map { sha256("\($0) \(fixture.id) \(commit.hex)") }
  }

  /// The finding about an entry, or `nil` if this source makes it.
  ///
  /// - Parameters:
  ///   - made: a source with the entry's migrations or, without any, with its schema.
  ///   - commit: the commit with the source, or `nil` if it is not committed.
  /// - Throws: `SchemaError`.
  static func finding(
    about fixture: FrozenFixture, madeFrom made: PastSources.Made, at commit: ObjectID?, _ settings: BuildSettings
  ) throws -> Finding? {
    guard let difference = try difference(of: fixture, from: made, settings) else { return nil }
    let finding = Finding.contentDiffers(difference, commit: commit)
      .with(version: fixture.entry.version.name, entry: fixture.id)
    return commit == nil ? finding.beforeCommit(of: fixture.folder) : finding
  }

  /// What of the entry differs from the source that made it, or `nil`.
  private static func difference(
    of fixture: FrozenFixture, from made: PastSources.Made, _ settings: BuildSettings
  ) throws -> ContentDifference? {
    let entry = fixture.entry
    let isRecorded =
      made.records.count == entry.migrations.count
      && zip(made.records, entry.migrations).allSatisfy {
        $0.has(claimOf: $1)
      }
    if !isRecorded { return ContentDifference(part: .records) }
    if !entry.hasModel(made.built.model) { return ContentDifference(part: .model) }
    // What of the model's tables is known depends on the version of this program.
    if !entry.hasTables || !made.built.unknownTables.isEmpty { return nil }
    let comparison = FileComparison(
      of: fixture.unprepared.database, with: made.built.database, stubs: settings.stubs,
      isOfThisSQLite: entry.isOfThisSQLite)
    let difference = try comparison.difference { frozen in
      try SchemaDiff(from: made.built.schema, to: frozen.schema(ignoring: entry.ignoredTables)).verdict <= .cosmetic
    }
    return difference.map(ContentDifference.init)
  }
}

extension MigrationRecord {
  /// Whether the record says what a frozen one says, except for the path, which another commit may have changed.
  fileprivate func has(claimOf frozen: MigrationRecord) -> Bool {
    frozen
      == MigrationRecord(
        id: id, path: frozen.path, text: text, meaning: meaning, isRepeatable: isRepeatable, compared: compared)
  }
}

extension Entry {
  /// Whether this version of SQLite made it.
  fileprivate var isOfThisSQLite: Bool { sqlite == ScratchDatabase.sqliteVersion }

  /// Whether only a command of the repository can make it.
  var isMadeByCommand: Bool { sourceKind == "command" || sourceKind == "swift" }
}
