import ArgumentParser
import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit

struct FreezeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "freeze",
    abstract: "Record today's schema as a version and commit it to the ledger.",
    discussion: """
      A frozen version is never overwritten: freezing it again checks that it has not changed. Your staged changes stay \
      staged and are not part of the commit.

      The commit runs none of Git's hooks, such as commit-msg. To have them run: schemaledger freeze 1.2.0 --no-commit, \
      then git commit.

      SQL migrations and models that no version has yet are linted and verified first. If there is an error, nothing is \
      frozen: afterwards, databases may have run them.

      With --all, the databases that have changed since their last version are frozen in one commit, or none of them.

      Example:
        schemaledger freeze 1.2.0
        schemaledger freeze --all 1.2.0
        schemaledger freeze 1.1.0 --at v1.1.0
        schemaledger freeze 1.0.0 --from backup-of-a-user.db
        schemaledger freeze 1.0.0 --from backup-of-a-user.db --scrub
        schemaledger freeze --from-tags 'v*'
      """)

  @OptionGroup var format: FormatOption

  @Argument(help: "The version's name.")
  var version: String?

  @Flag(help: "Freeze all databases of the configuration in one commit.")
  var all = false

  @Option(
    help: .init("Read the source from this revision, without a checkout.", valueName: "revision"),
    completion: ArgumentCompletion.tags)
  var at: String?

  @Option(
    help: .init("Record the schema of this database file instead of the source's.", valueName: "store"))
  var from: String?

  @Flag(help: "With --from: include its rows unchanged.")
  var withRows = false

  @Flag(help: "With --from: include its rows, with texts and blobs replaced by pseudonyms of the same shape.")
  var scrub = false

  @Flag(help: "Write and stage the entry, but do not commit it.")
  var noCommit = false

  @Flag(help: "Freeze a schema even if it is empty.")
  var allowEmpty = false

  @Flag(help: "Do not verify new migrations first.")
  var noVerify = false

  @OptionGroup var backfill: BackfillOptions
  @OptionGroup var trust: TrustOption

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if all {
      if options.database != nil { throw ValidationError("--all cannot be combined with --database") }
      if from != nil { throw ValidationError("--all cannot be combined with --from") }
      if backfill.fromTags != nil { throw ValidationError("--from-tags freezes all databases; leave out --all") }
    }
    if backfill.fromTags != nil, version != nil || at != nil || from != nil {
      throw ValidationError("--from-tags cannot be combined with a version, --at or --from")
    }
    if backfill.fromTags != nil, allowEmpty {
      throw ValidationError("--from-tags cannot be combined with --allow-empty")
    }
    if from == nil, withRows || scrub { throw ValidationError("--with-rows and --scrub need --from") }
    if withRows, scrub { throw ValidationError("--with-rows and --scrub cannot be combined") }
    if backfill.fromTags == nil, version == nil { throw ValidationError("Missing expected argument '<version>'") }
  }

  func run() async throws {
    let repository = try options.repository()
    try options.startWriting(repository)
    defer { repository.endWriting() }
    if let glob = backfill.fromTags { return try await freezeTags(glob, in: repository) }
    guard let name = version else { return }
    let given = try Version(name)
    if all { return try await freezeAll(named: name, in: repository) }
    let configuration = try database(for: given, in: repository)
    let version = try Freeze(
      repository: repository, configuration: configuration, processContext: .now(options, trust.trust)
    ).version(named: name)
    let store = try from.map { name in
      try options.store(name)
    }
    if withRows, let from {
      options.terminal.warn(
        "all rows of \(from) are stored in the repository unchanged; everyone who can read it can read them, and they stay in its history",
        hint: "to replace texts and blobs by pseudonyms, use --scrub")
    }
    let (isVerified, present) = try await verifies([configuration], as: version, in: repository)
    let freeze = Freeze(
      repository: repository, configuration: configuration, processContext: .now(options, trust.trust),
      present: present[configuration.name])
    let rows: Entry.Rows? = withRows ? .own : scrub ? .scrubbed : nil
    let outcome = try await Interruption.catching(configuration.source.runsCommands) {
      try await freeze.run(
        version, at: at, from: store, keeping: rows, commits: !noCommit, controls: !backfill.noControl,
        allowsEmpty: allowEmpty)
    }
    try FreezeReport(outcome: outcome, version: version, revision: at, store: from, isUnverified: !isVerified).write(
      format.format, to: options.terminal)
  }

  /// Lints and verifies the migrations of the work tree that no version has.
  ///
  /// - Returns: whether there is none, or none has an error: false if the user does not want to know. And what was read, by the
  ///   names of databases; nothing if time has passed since.
  /// - Throws: `ExitCode.finding` if one has an error.
  private func verifies(
    _ databases: [DatabaseConfiguration], as version: Version, in repository: Repository
  ) async throws -> (isVerified: Bool, present: [String: PresentSource]) {
    // A revision and a store are of the past.
    guard at == nil, from == nil else { return (true, [:]) }
    let review = PendingReview(
      repository: repository, environment: options.commandEnvironment(trust.trust),
      options: .init(results: ResultCache(in: repository.caches, program: programVersion), today: .now),
      jobs: ProcessInfo.processInfo.activeProcessorCount)
    let present = try repository.present()
    let terminal = options.terminal
    // What cannot be read, `freeze` reports itself. A version that is frozen already is only compared.
    var sources: [String: PresentSource] = [:]
    let pending = databases.filter { database in
      guard let source = try? PresentSource(of: database, in: present) else { return false }
      sources[database.name] = source
      return (try? review.hasPending(database, source, besides: version, in: present)) ?? false
    }
    if noVerify || pending.isEmpty { return (pending.isEmpty, sources) }
    var findings: [Finding] = []
    for database in pending {
      findings += try await Interruption.catching(database.source.runsCommands) {
        try await review.findings(of: database, in: present) { done, total in
          terminal.progress("migrating \(done)/\(total)")
        }
      }
    }
    terminal.progress("")
    guard findings.worst == .error else { return (true, [:]) }
    FindingText(terminal: terminal).lines(findings.filter { $0.severity > .note }).forEach(terminal.out)
    terminal.message("\(version) was not frozen. To freeze it anyway, add --no-verify")
    throw ExitCode.finding
  }

  private func database(for version: Version, in repository: Repository) throws -> DatabaseConfiguration {
    do {
      return try options.oneDatabase(in: try repository.snapshot(.workTree))
    } catch let error as LedgerError {
      guard case .severalDatabases = error, let hint = error.hint, from == nil else { throw error }
      throw Failure(
        message: .text(error.message), hint: "\(hint), or freeze all of them: schemaledger freeze --all \(version)")
    }
  }

  private func freezeAll(named name: String, in repository: Repository) async throws {
    let databases = try options.databases(in: try repository.snapshot(.workTree))
    let versions = try databases.map { database in
      try Freeze(repository: repository, configuration: database, processContext: .now(options, trust.trust)).version(
        named: name)
    }
    // If one of them has 1.2.0, v1.2.0 means that for all.
    guard let version = versions.first(where: { $0.name != name }) ?? versions.first else { return }
    let (isVerified, present) = try await verifies(databases, as: version, in: repository)
    let freeze = JointFreeze(
      repository: repository, databases: databases, processContext: .now(options, trust.trust), present: present)
    let result = try await Interruption.catching(databases.contains { $0.source.runsCommands }) {
      try await freeze.run(version, at: at, commits: !noCommit, controls: !backfill.noControl, allowsEmpty: allowEmpty)
    }
    try JointFreezeReport(result: result, version: version, revision: at, isUnverified: !isVerified).write(
      format.format, to: options.terminal)
  }

  private func freezeTags(_ glob: String, in repository: Repository) async throws {
    let databases = try options.databases(in: try repository.snapshot(.workTree))
    let tags = try ReleaseTags(matching: glob, in: repository)
    let backfilling = Backfilling(options: options, choice: backfill, trust: trust.trust, repository: repository)
    let report = try await Interruption.catching(databases.contains { $0.source.runsCommands }) {
      let plans = try await backfilling.plan(tags, databases, commits: !noCommit)
      let commit = backfill.dryRun ? nil : try await backfilling.record(plans, commits: !noCommit)
      return BackfillReport(plans: plans, tags: tags, commit: commit, isDryRun: backfill.dryRun)
    }
    try report.write(format.format, to: options.terminal)
    for plan in report.plans {
      if let source = plan.withFormerPaths {
        guard !plan.configuration.silences(.sourceMoved) else { continue }
        options.terminal.write([Note(code: .sourceMoved, message: Wording.formerPaths(source.running(before: [])))])
      }
    }
    if report.isFailure { throw ExitCode.finding }
  }
}

extension CalendarDay {
  /// The current day in UTC.
  static var now: CalendarDay { CalendarDay(of: .now) }
}

extension GitTime {
  /// The current time in the local time zone.
  static var now: GitTime {
    let date = Date()
    return GitTime(
      seconds: Int64(date.timeIntervalSince1970), offsetMinutes: TimeZone.current.secondsFromGMT(for: date) / 60)
  }
}
