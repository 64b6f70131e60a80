import ArgumentParser
import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerKit
import MigrationSources
import SQLiteSandbox

struct Init: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Find this repository's schema, create the ledger and install the hooks.",
    discussion: """
      Looks for a folder of SQL migrations (\(MigrationConvention.all.map(\.title).joined(separator: ", "))), a schema \
      file, the models of an app that uses SwiftData or Core Data, the schemas that Room exports, or migrations written \
      as programs (Django, Alembic, sqlite-utils). Writes schemaledger.yml and the ledger's folder, and installs the \
      hooks. With --add, it adds a database to the configuration that exists.

      Example:
        schemaledger init --source migrations/sqlite
        schemaledger init --from-tags 'v*'
        schemaledger init --add --source cache/migrations --name Cache
      """)

  @Option(
    help: .init(
      "A folder of migrations, a schema file or a manage.py; repeat it for several databases. Several SQL files of one "
        + "database are separated by commas.", valueName: "path"))
  var source: [String] = []

  @Option(help: .init("The name of the database; one for each --source.", valueName: "name"))
  var name: [String] = []

  @Option(
    help: .init(
      "The ledger's folder, or the folder of the ledgers of several databases (default: "
        + "\(Configuration.defaultLedger) at the top of the repository).", valueName: "path"))
  var ledger: String?

  @Flag(help: "Add a database to the existing configuration, whose text is kept.")
  var add = false

  @Flag(help: "Show all candidates and why each was taken or not, and write nothing.")
  var explain = false

  @Flag(help: "Do not install the hooks.")
  var noHook = false

  @OptionGroup var backfill: BackfillOptions
  @OptionGroup var trust: TrustOption

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if !name.isEmpty, name.count != max(1, source.count) {
      throw ValidationError("--name needs one name for each --source")
    }
    if let bad = name.first(where: { $0.isEmpty || !Configuration.isName($0) }) {
      throw ValidationError("a name may contain only letters, digits, '-' and '_', not '\(bad)'")
    }
    if Set(name.map { $0.lowercased() }).count < name.count { throw ValidationError("the names must differ") }
  }

  func run() async throws {
    let terminal = options.terminal
    let repository = try options.repository()
    if explain { return try explainChoice(Initialisation(repository: repository, adding: add), in: repository) }
    try options.startWriting(repository)
    defer { repository.endWriting() }
    let begun = BegunInitialisation(
      repository, arguments: [add ? "add" : "new", ledger ?? "", backfill.fromTags ?? ""] + source + [""] + name)
    let continued = backfill.dryRun ? nil : try begun.continued()
    let initialisation = try continued == nil ? begin(repository) : nil
    guard var found = try initialisation.map({ try find($0, in: repository) }) ?? continued else { return }
    let tags = try backfill.fromTags.map { try releases(matching: $0, in: repository) }
    let trust: Trust = isTrusting ? .everything : trust.trust
    let backfilling = Backfilling(options: options, choice: backfill, trust: trust, repository: repository)
    let plans = try await plan(backfilling, tags, &found)
    if backfill.dryRun {
      report(found, to: terminal)
      if try report(plans, tags, nil, to: terminal) { throw ExitCode.finding }
      return
    }
    try MemoryShortage.check()
    let commands = found.configuration.databases.flatMap(\.source.repositoryCommands)
    if isTrusting, !commands.isEmpty {
      try TrustedCommands(of: repository, in: TrustOption.state).allow(commands)
    }
    begun.begin(found.configuration)
    let written = try initialisation?.write(found.configuration) ?? found.configuration.initialFiles
    // All work is done before anything is printed, since the reader may end early (`schemaledger init | head -1`).
    let hook = noHook || add ? nil : Result { try installHook(repository) }
    let commit = try await backfilling.record(plans, commits: true)

    let confirmations = terminal.confirmations
    if continued != nil { confirmations.out("continued an init that was interrupted") }
    report(found, to: confirmations)
    confirmations.out("wrote     \(list(written, found.configuration).shown())")
    report(hook, to: terminal)
    if found.configuration.databases.contains(where: \.hasNoVersion) {
      confirmations.out("note      " + Note(code: .configurationAdvice, message: Wording.schemaWithoutVersion).text)
    }
    if plans.isEmpty, found.configuration.databases.contains(where: \.source.runsCommands) {
      confirmations.out("note      " + Note(code: .configurationAdvice, message: Wording.commandNotTried).text)
    }
    FindingText(terminal: terminal).lines(found.failures).forEach(terminal.out)
    let isIncomplete = try report(plans, tags, commit, to: terminal)

    var before: DisplayText = found.failures.isEmpty ? "" : "make it run, then "
    if isTrusting, !commands.isEmpty { confirmations.out("allowed   " + Wording.allowedByInit) }
    if case .allowed = trust, !commands.isEmpty { before += "schemaledger trust, then " }
    confirmations.out("next      \(before)schemaledger freeze \(nextArguments(found))")
    // Without its hook, the same command continues, and tries again to install it.
    if case .failure = hook {} else { begun.end() }
    if isIncomplete || !found.failures.isEmpty { throw ExitCode.finding }
  }

  private func explainChoice(_ initialisation: Initialisation, in repository: Repository) throws {
    let terminal = options.terminal
    let explanation = try initialisation.explanation(named: paths(in: repository))
    func show(_ label: DisplayText, _ candidates: [SourceCandidate]) {
      for candidate in candidates {
        terminal.out("\(label)  \(candidate.path)  (\(candidate.summary))")
        for fact in candidate.evidence { terminal.out("             \(fact)") }
      }
    }
    show("taken    ", explanation.taken)
    show("not taken", explanation.others)
    if let failure = explanation.failure { throw failure }
    FindingText(terminal: terminal).lines(explanation.failures).forEach(terminal.out)
  }

  /// This command with `--trust`.
  private var trustingCommand: String {
    var words = ["schemaledger", "init", "--trust"] + (add ? ["--add"] : []) + (noHook ? ["--no-hook"] : [])
    for path in source { words += ["--source", path] }
    for name in name { words += ["--name", name] }
    if let ledger { words += ["--ledger", ledger] }
    if let glob = backfill.fromTags { words += ["--from-tags", glob] }
    if backfill.dryRun { words.append("--dry-run") }
    return words.map(\.shellWord).joined(separator: " ")
  }

  /// Whoever names the source has decided that its commands may run.
  private var isTrusting: Bool { trust.isGiven || !source.isEmpty }

  private func nextArguments(_ found: Initialisation.Found) -> String {
    let databases = found.configuration.databases
    if databases.count > 1 { return "--all VERSION" }
    let version = found.declared.first??.current ?? "VERSION"
    return add ? "\(version) --database \(databases[0].name)" : version
  }

  /// Paths on the command line are relative to the current folder, those of the configuration to the top.
  private func paths(in repository: Repository) -> [String] {
    source.map { path in
      let isOne = FileManager.default.fileExists(atPath: path)
      let parts = isOne ? [path] : path.split(separator: ",").map(String.init)
      return parts.map { options.path($0, in: repository) }.joined(separator: ",")
    }
  }

  private func find(_ initialisation: Initialisation, in repository: Repository) throws -> Initialisation.Found {
    do {
      return try initialisation.find(
        named: paths(in: repository), names: name,
        ledger: ledger.map { options.path($0, in: repository) })
    } catch let error as LedgerError {
      guard var hint = error.hint, hint.contains("--source") else { throw error }
      if let glob = backfill.fromTags {
        hint = hint.split(separator: "\n").map { line in
          line.contains("schemaledger init --source") && !line.contains(" PATH")
            ? line + " --from-tags \(glob.shellWord)" : String(line)
        }.joined(separator: "\n")
      }
      // The hint has commands with paths from the top.
      let place: DisplayText = options.terminal.otherRoot().map { "\nRun these commands in \($0)." } ?? ""
      throw Failure(message: .text(error.message), hint: .text(hint) + place)
    }
  }

  private func begin(_ repository: Repository) throws -> Initialisation {
    do {
      return try Initialisation(repository: repository, adding: add)
    } catch LedgerError.configurationExists(let path, _) {
      throw LedgerError.configurationExists(path: path, glob: backfill.fromTags)
    }
  }

  private func releases(matching glob: String, in repository: Repository) throws -> ReleaseTags {
    do {
      return try ReleaseTags(matching: glob, in: repository)
    } catch let error as LedgerError {
      // There is no configuration yet, so the command to try is this one.
      let hint = error.hint?.replacing("schemaledger freeze", with: "schemaledger init")
      throw Failure(message: .text(error.message), hint: hint.map { .text($0) })
    }
  }

  /// Plans the entries for past releases, and adds the former paths of their sources to the configuration.
  private func plan(
    _ backfilling: Backfilling, _ tags: ReleaseTags?, _ found: inout Initialisation.Found
  ) async throws -> [BackfillPlan] {
    guard let tags else { return [] }
    let databases = found.configuration.databases
    let plans: [BackfillPlan]
    do {
      plans = try await Interruption.catching(databases.contains { $0.source.runsCommands }) {
        try await backfilling.plan(tags, databases, commits: true, choosesNames: true)
      }
    } catch let error as LedgerError {
      guard case .commandsNotAllowed = error else { throw error }
      // There is no configuration yet whose commands could be allowed.
      var failure = Failure(message: .text(error.message), hint: Wording.trustInInit(trustingCommand))
      failure.output = error.output
      throw failure
    }
    for (index, plan) in plans.enumerated() {
      found.configuration.databases[index].source = plan.withFormerPaths ?? plan.configuration.source
      if found.configuration.databases[index].source.models?.usesDeclaredNames == false { found.declared[index] = nil }
    }
    return plans
  }

  /// The written files. Those of several ledgers are too many for a line.
  private func list(_ written: [String], _ new: Configuration) -> [String] {
    if new.databases.count == 1 { return written }
    let folders = new.databases.map(\.ledger)
    return written.filter { path in !folders.contains { path.hasPrefix($0 + "/") } }
      + folders.filter { folder in written.contains { $0.hasPrefix(folder + "/") } }.map { $0 + "/" }
  }

  private func report(_ found: Initialisation.Found, to terminal: Terminal) {
    for (database, candidate) in zip(found.configuration.databases, found.candidates) {
      let hasName = add || !self.name.isEmpty || found.configuration.databases.count > 1
      let name: DisplayText = hasName ? "\(database.name): " : ""
      terminal.out("found     \(name)\(candidate.path.isEmpty ? "." : candidate.path)  (\(candidate.summary))")
      if !candidate.evidence.isEmpty { terminal.out("because   \(candidate.evidence.joined(separator: "; "))") }
    }
    for declared in found.declared.compactMap(\.self) where !declared.others.isEmpty {
      let others = Wording.some(declared.others, 4)
      let message =
        "the source also declares \(others); to freeze one that was released: schemaledger freeze \(declared.others[0])"
      terminal.out("note      " + Note(code: .configurationAdvice, message: message).text)
    }
    for declared in found.declared.compactMap(\.self) where !declared.unknownTables.isEmpty {
      let message =
        "the tables are not known, so verify will compare no rows: \(Wording.some(declared.unknownTables, 3))"
      terminal.out("note      " + Note(code: .configurationAdvice, message: message).text)
    }
    for declared in found.declared.compactMap(\.self) where declared.customStages > 0 {
      terminal.out(
        "note      " + Note(code: .configurationAdvice, message: Wording.customStages(declared.customStages)).text)
    }
    for candidate in found.leftOut { terminal.out("left out  \(candidate.path)  (\(candidate.summary))") }
    for note in found.notices.notes { terminal.out("note      \(note.text)") }
    for (embedded, candidate) in zip(found.embedded, found.candidates) {
      guard let embedded else { continue }
      terminal.warn(
        "\(embedded.path):\(embedded.line) embeds \(embedded.folder), not \(candidate.path)",
        hint: "if the application runs that folder: schemaledger init --source \(embedded.folder.shellWord)")
    }
    for setting in found.foreignKeys.compactMap(\.self) {
      let value = setting.isOn ? "on" : "off"
      let message =
        "\(setting.path):\(setting.line) switches foreign keys \(value); if it does so while migrations run, set 'foreign-keys: \(value)' in \(Configuration.fileName)"
      terminal.out("note      " + Note(code: .configurationAdvice, message: message).text)
    }
    for database in found.configuration.databases where !database.stubs.isEmpty {
      terminal.out("note      " + Note(code: .configurationAdvice, message: Wording.stubsAdded).text)
    }
  }

  /// - Returns: Whether a release failed.
  private func report(
    _ plans: [BackfillPlan], _ tags: ReleaseTags?, _ commit: ObjectID?, to terminal: Terminal
  ) throws -> Bool {
    guard let tags else { return false }
    let report = BackfillReport(plans: plans, tags: tags, commit: commit, isDryRun: backfill.dryRun)
    try report.write(.text, to: terminal)
    return report.isFailure
  }

  /// - Returns: the hooks' paths, with the folder named once.
  private func installHook(_ repository: Repository) throws -> String {
    let installation = HookInstallation(repository: repository)
    try installation.install()
    let names = installation.needed.dropFirst().map(\.rawValue)
    return ([try installation.hook(installation.needed[0]).path] + names).joined(separator: ", ")
  }

  /// If a hook cannot be installed, the other changes are kept.
  private func report(_ hook: Result<String, any Error>?, to terminal: Terminal) {
    switch hook {
    case nil: break
    case .success(let path): terminal.confirmations.out("hook      \(path)")
    case .failure(let error):
      let failure = Failure(error) ?? Failure(message: "\(String(describing: error))", hint: nil)
      terminal.warn(
        failure.message, hint: failure.hint)
    }
  }
}

extension DatabaseConfiguration {
  /// Whether neither a list of migrations nor the source states the version.
  fileprivate var hasNoVersion: Bool { source.migrations == nil && source.kind == "schema" && version == nil }
}
