internal import Findings
internal import GitStore
internal import LedgerEntries
internal import MigrationSources
package import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

// The message and the hint of every error.

extension LedgerError {
  /// What stopped the work, in one sentence without a full stop.
  public var message: String { sentence.text }

  private var sentence: Prose {
    switch self {
    case .noConfiguration(let path): "\(path) does not exist"
    case .configurationExists(let path, _): "\(path) already exists"
    case .configurationRemoved(let path, _): "without \(path), frozen versions are no longer checked"
    case .invalidConfiguration(let path, let line, let reason), .invalidWaivers(let path, let line, let reason):
      "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)"
    case .invalidProfile(let path): "\(path) is not a profile, or one of a newer version of schemaledger"
    case .unknownDatabase(let name, let known):
      "the configuration has no database '\(name)'; it has \(known.joined(separator: ", "))"
    case .severalDatabases(let known): "the configuration has several databases: \(known.joined(separator: ", "))"
    case .ofDatabase(let name, let error): "\(name): \(error.sentence)"
    case .databaseExists(let name): "the configuration already has a database '\(name)'"
    case .sourceConfigured(let path, let database): "\(path) is already the source of \(database)"
    case .noFurtherSource: "no further schema was found: \(Configuration.fileName) has all that can be recognised"
    case .severalFurtherSources(let candidates): Self.found(candidates)
    case .configurationNotExtended(let path, _):
      "\(path) is written in a form to which no database can be added automatically"
    case .versionNotFound(let file, let pattern): "\(file) does not match the pattern '\(pattern)'"
    case .versionPatternTooSlow(let file, let pattern): "matching the pattern '\(pattern)' with \(file) takes too long"
    case .noVersionFile(let path): "\(path), which contains the version, does not exist"
    case .otherVersion(let name, let current, _): "the source has version \(current.shortened), not \(name)"
    case .emptySchema(let version, _):
      "the schema of \(version.shortened) is empty: it has no table, view, index or trigger"
    case .versionNotDeclared(let name, let product, let known):
      "\(product) does not declare version \(name.shortened); it declares \(Self.last(known))"
    case .noSourceFound(let leftOut):
      leftOut.isEmpty
        ? "no schema was found: no folder of SQL migrations and no schema file"
        : "no SQLite schema was found; not used:\n" + Self.list(leftOut)
    case .noSuchSource(let path): "there is nothing at \(path) in the repository"
    case .unreadSource(let path, let source): source.message(path)
    case .severalSourcesFound(let candidates): Self.found(candidates)
    case .schemaFileIncomplete(let schema, let path, let table, _):
      "\(schema.joined(separator: ", ")) may not be the whole schema: \(path) changes its table \(table)"
    case .columnOfProgram(let message, let place): "\(message); the program at \(place) adds it, and only SQL is run"
    case .noSourceFolder(let paths, let place): "\(place)\(Self.missing(paths, "folder"))"
    case .noSourceFile(let paths, let place): "\(place)\(Self.missing(paths, "file"))"
    case .sqlFailed(let path, let line, let error): "\(path)\(line.map { ":\($0)" } ?? ""): \(error.message)"
    case .stubsMissing(let path, let line, let error, let stubs):
      "\(path)\(line.map { ":\($0)" } ?? ""): \(error.message)\(stubs.others(than: error.unknownName))"
    case .transactionLeftOpen(let path): "\(path) begins a transaction and does not end it"
    case .rowsAreNoSchema(let path, let line, let statement):
      "\(path):\(line): \(statement.shortened) is not allowed here, because it does not change rows"
    case .commandFailed(let line, let failure, _, _): "`\(line.shortened)` \(failure.message)"
    case .commandsNotAllowed(_, let isChanged):
      isChanged
        ? "these commands of the repository are not those that you have allowed on this machine"
        : "these commands of the repository have not been allowed on this machine"
    case .noStateFolder: "neither XDG_STATE_HOME nor HOME names a folder in which to remember what is allowed"
    case .privateFile(let problem): "\(problem.message)"
    case .commandNotRun(let line): "today's schema comes from a command, which is not run here: `\(line.shortened)`"
    case .folder(let error): "\(error.message)"
    case .notDeclarable(let message, _): "\(message)"
    case .noModels(let kind): "a source of kind \(kind) does not declare models in files"
    case .notText(let path): "\(path) is not UTF-8 text"
    case .modelsUnread(let source, let error): .lines(error.messages(in: source).map { "\($0)" })
    case .room(let error): "\(error.message)"
    case .mappingRefused(let refusal): .lines(refusal.messages.map { "\($0)" })
    case .stageFailed(let name, let reason, _): "the stage \(name) fails: \(reason)"
    case .stagesNotRun(let reason): reason.message
    case .entry(let error): "\(error.message)"
    case .versionDiffersInCase(let name, let existing):
      "version \(name) differs from \(existing) only in letter case, which some file systems ignore"
    case .unknownVersion(let name, _, _, let last?):
      "the tag '\(name.shortened)' names no frozen version; the last one that it contains is \(last)"
    case .unknownVersion(let name, let known, let tags, nil):
      "version '\(name.shortened)' is not frozen"
        + (known.isEmpty || !NearMiss.versions(of: name, among: known + tags).isEmpty
          ? "" : "; frozen versions: \(Self.last(known))")
    case .ambiguousVersion(let name, let meanings):
      "'\(name.shortened)' may mean several versions:\n" + Prose.lines(meanings.map { "  \($0)" })
    case .reservedVersion(let name):
      name == VersionNames.placeholder
        ? "\(name) stands for the name of the version"
        : "a version cannot be called '\(name)', which means the last frozen version"
    case .nothingFrozen: "no version is frozen yet"
    case .noUpgradePath(let database): "the source of \(database) has no migrations"
    case .withdrawal(let error): "\(error.message)"
    case .seal(let error): "\(error.message)"
    case .noHistory(let text, _, _, _):
      "no commit contains a version '\(text.shortened)', or a path of that name in the source or the ledger"
    case .notAStore(let path, let reason): "\(path) is not a SQLite database: \(reason)"
    case .storeInUse(let path): "\(path) cannot be read while another process writes to it"
    case .notScrubbed(let path, let reason): "\(path) cannot be scrubbed: \(reason)"
    case .storeWithoutModel(let path):
      "\(path) contains no model of SwiftData or Core Data that can be read, and there are no frozen versions here to compare "
        + "it with"
    case .foreignStore(let path): "\(path) has no table in common with any frozen version"
    case .storeSaysNothing(let path): "\(path) does not show which migrations it has run"
    case .noFrozenSchema(let version, _):
      "the Swift sources contain no @FreezeSchema" + (version.map { "(version: \"\($0.shortened)\")" } ?? "")
    case .notFrozen(let version, let folder): "version \(version.shortened) has no entry: \(folder) does not exist"
    case .noPlan: "the Swift sources contain no SchemaMigrationPlan"
    case .severalPlans(let names): "the Swift sources contain several migration plans: \(names.joined(separator: ", "))"
    case .fixture(let folder, let reason): "\(folder): \(reason)"
    case .ledgerIsNoFolder(let path, .symlink): "the ledger's folder \(path) is a symbolic link, which is not followed"
    case .ledgerIsNoFolder(let path, .submodule): "the ledger's folder \(path) is a submodule"
    case .ledgerIsNoFolder(let path, _): "the ledger's folder \(path) is not a folder"
    case .namesFold(let path, let other):
      "\(path) and \(other) have one name on macOS and on Windows, where a clone has only one of them"
    case .attributesConvert(let path, _, nil): "\(path) is below a ledger, where no file may change what Git checks out"
    case .attributesConvert(let path, let line, let attribute?):
      "\(path):\(line) sets the attribute \(attribute) for files of the ledger, so a clone may have other bytes"
    case .ledgerIgnored(let path): "\(path) is ignored by .gitignore"
    case .ledgerMisplaced(let reason): "the ledger cannot be there: \(reason)"
    case .noTags(let glob, let examples):
      "no tag matches '\(glob.shortened)'"
        + (examples.isEmpty
          ? ": this clone has no tags" : "; tags are, for example, \(examples.joined(separator: ", "))")
    case .severalReleases(let version, _, _):
      "these tags all name version \(version), but their schemas or migrations differ"
    case .frozenOtherwise(let version, _):
      "version \(version) is already frozen with a different schema or different migrations"
    case .notReproduced(let version, let commit, let files, let changes):
      "frozen version \(version) can no longer be reproduced from \(commit.short): "
        + (changes.isEmpty
          ? "\(files.joined(separator: ", ")) \(files.count == 1 ? "differs" : "differ")"
          : "\(changes.prefix(3).map { "\($0.kind) \($0.place)" }.joined(separator: ", "))")
        + "; nothing was frozen"
    case .operationInProgress(let state): "\(state.name) is in progress"
    case .keepsChanging: "the repository keeps changing while it is read"
    case .bareRepository(let path): "\(path) is a bare repository and has no work tree to freeze from"
    case .notARange(let text): "'\(text.shortened)' is not a range of commits"
    case .unknownRemoteCommit(let reference, let id):
      "\(reference) is at \(id.short) in the remote repository, and this clone does not have that commit"
    case .notAnUpdate(let line): "'\(line.shortened)' is not a line that Git passes to a push hook"
    case .managedHook(let path, let manager, _):
      "\(path) is managed by \(manager.title), which would overwrite the hook"
    case .foreignHook(let path, _): "\(path) already exists and was not created by schemaledger; it was left unchanged"
    case .notOurHook(let path): "\(path) was not created by schemaledger; it was left unchanged"
    case .foreignDiffDriver(let command):
      "Git's diff driver 'schemaledger' is already set to another command: \(command)"
    case .invalidSetting(let key, let value):
      "\(key) in Git's configuration must be a number of seconds, not '\(value.shortened)'"
    case .unknownSide(let text, _): "'\(text.shortened)' is not a frozen version, a file or a revision"
    case .file(let path, let reason): "\(path): \(reason)"
    case .reported(let message, _): .lines(message.split(separator: "\n").map { "\($0)" })
    }
  }

  /// A command or a step that helps; `nil` if none is known.
  public var hint: String? {
    switch self {
    case .noConfiguration: "schemaledger init"
    case .configurationRemoved(let path, let revision):
      "git restore --staged --worktree --source=\(revision) -- \(path.shellWord)"
        + (revision == "HEAD" ? "\nto stop using a ledger: git commit --no-verify" : "")
    case .configurationExists(_, let glob?): "schemaledger freeze --from-tags \(glob.shellWord)"
    case .configurationExists:
      "to see what is set up: schemaledger status; to change it, edit the file; to add a database: schemaledger init --add"
    case .invalidWaivers: "for the keys of a waiver, see schemaledger help waivers"
    case .invalidProfile: "write it again: schemaledger profile STORE --write"
    case .invalidConfiguration: "for the keys, see schemaledger help configuration"
    case .unknownDatabase(let name, let known):
      Self.question(NearMiss.names(of: name, among: known), "choose one with --database NAME")
    case .severalDatabases: "choose one with --database NAME"
    case .ofDatabase(let name, .otherVersion(_, let current, isFrozen: false)):
      "change the version in the source first, or: schemaledger freeze \(current.shortened) --database \(name)"
    case .ofDatabase(_, let error): error.hint
    case .databaseExists: "name the new one: --name NAME"
    case .sourceConfigured: "to see what is set up: schemaledger status"
    case .noFurtherSource: "name it: schemaledger init --add --source PATH (a folder of migrations or a schema.sql)"
    case .severalFurtherSources(let candidates): Self.choice(candidates, "init --add")
    case .configurationNotExtended(_, let lines):
      "add these lines yourself (schemaledger help configuration):\n" + lines.joined(separator: "\n")
    case .versionNotFound, .noVersionFile: "correct 'version' in \(Configuration.fileName)"
    case .noSourceFound(let leftOut) where leftOut.contains { $0.kind == .command }:
      "add the command, and how it gets the path of the database (schemaledger help recipes), to \(Configuration.fileName):\n"
        + "  source:\n    kind: command\n    create: COMMAND\n    migrate: COMMAND\n    environment:\n"
        + "      DATABASE_URL: sqlite:///{db}\nthen: schemaledger hook install"
    case .versionPatternTooSlow:
      "correct 'version' in \(Configuration.fileName): a nested repetition such as (a+)+ can take exponential time"
    case .noSourceFound(let leftOut) where leftOut.contains { $0.kind == .container }:
      "a source is a file that declares a VersionedSchema, or that creates a container and names its models, "
        + "as ModelContainer(for: Note.self) does"
    case .noSourceFound(let leftOut) where leftOut.contains { $0.start != nil }:
      leftOut.first { $0.start != nil }.flatMap(Self.upgrading)
    case .noSourceFound(let leftOut):
      Self.suggestion(leftOut).map {
        ($0.kind == .schema ? "to use one, if it makes a new database" : "to use one anyway, and see what fails")
          + ": schemaledger init --source \($0.path.shellWord)"
      }
        ?? (leftOut.isEmpty
          ? "" : "write \(Configuration.fileName) with kind: command (schemaledger help recipes), or ")
        + "name it: schemaledger init --source PATH (a folder of migrations or a schema.sql)"
        + (leftOut.isEmpty ? "\nif a program creates the database: kind: command (schemaledger help recipes)" : "")
    case .noSuchSource: "to look for one: schemaledger init"
    case .unreadSource(let path, let source): source.hint(path)
    case .otherVersion(_, let current, let isFrozen):
      "change the version in the source first" + (isFrozen ? "" : ", or: schemaledger freeze \(current.shortened)")
    case .emptySchema(let version, let revision?):
      "look at what its SQL does, or freeze it all the same: schemaledger freeze \(version.shortened) "
        + "--at \(revision.shellWord) --allow-empty"
    case .emptySchema: "look at what its SQL does, or repeat the command with --allow-empty"
    case .versionNotDeclared(_, _, let known):
      "declare it in the migration plan first, or: schemaledger freeze \(known.last ?? "1.0.0")"
    case .severalSourcesFound(let candidates): Self.choice(candidates, "init")
    case .schemaFileIncomplete(let schema, _, _, let files): Self.files(schema, files)
    case .columnOfProgram: "use a source of kind: command, which runs the program (schemaledger help recipes)"
    case .noSourceFolder, .noSourceFile: "correct 'source' in \(Configuration.fileName)"
    case .sqlFailed(_, _, let error): error.hint
    case .stubsMissing(_, _, _, let stubs): stubs.proposal
    case .transactionLeftOpen: "end it with COMMIT"
    case .rowsAreNoSchema: "use only INSERT, REPLACE, UPDATE and DELETE, also after WITH"
    case .commandFailed(_, let failure, _, let inCheckout):
      Self.lines(
        failure.hint, inCheckout ? "it ran in a temporary checkout, which contains only tracked files" : nil)
    case .commandsNotAllowed:
      "they can do whatever you can do, so read them and what they run\nto allow them: schemaledger trust\n"
        + "for one run, as in CI: --trust, or SCHEMALEDGER_TRUST=1 in the environment"
    case .noStateFolder: "for one run: --trust, or SCHEMALEDGER_TRUST=1 in the environment"
    case .privateFile(let problem): problem.hint
    case .commandNotRun: "name two frozen versions; schemaledger check and verify run the command"
    case .folder(let error): error.hint
    case .modelsUnread(let source, let error): error.hint(in: source)
    case .room(let error): error.hint
    case .mappingRefused(let refusal): refusal.hint
    case .stageFailed: UnrunStages.hintForFailure
    case .stagesNotRun(let reason): reason.hint
    case .notDeclarable(_, let hint): hint
    case .noModels: "to compare with a version or a revision: --against"
    case .notText(let path): "save it as UTF-8: iconv -t utf-8 -f … \(path.shellWord)"
    case .entry(let error): error.hint
    case .versionDiffersInCase: "choose a name that differs in more than letter case"
    case .unknownVersion(_, let known, _, _) where known.isEmpty: "schemaledger freeze 1.0.0"
    case .unknownVersion(let name, let known, let tags, let last):
      Self.question(
        last.map { [$0] } ?? NearMiss.versions(of: name, among: known + tags),
        "to list the versions: schemaledger log; those of other branches, too: schemaledger log --all")
    case .ambiguousVersion: "use the name of the version"
    case .reservedVersion: "for example: schemaledger freeze 1.0.0"
    case .nothingFrozen: "schemaledger freeze 1.0.0"
    case .noUpgradePath:
      "name in \(Configuration.fileName) what upgrades existing databases: migrations: or migrate: of the source"
    case .withdrawal(let error): error.hint
    case .seal(let error): error.hint
    case .noHistory(let text, let known, let tags, let sources):
      Self.question(NearMiss.versions(of: text, among: known + tags), "")
        + (sources.isEmpty
          ? "the source is a command without 'inputs'; " : "the source is \(sources.joined(separator: ", ")); ")
        + (known.isEmpty
          ? "no version was ever frozen" : "versions: \(Self.last(known))")
        + "\nto list all versions: schemaledger log --all; to see all events: schemaledger history"
    case .notAStore: nil
    case .storeInUse(let path): "read a copy instead: sqlite3 \(path.shellWord) '.backup copy.sqlite'"
    case .notScrubbed:
      "a CHECK, an index or a foreign key requires more than the form of a text; leave out --scrub to freeze no rows\nor remove the data from a copy of it, and freeze that --with-rows"
    case .storeWithoutModel(let path):
      "run this in a repository with a ledger, or name the ledger: schemaledger drift --ledger FOLDER \(path.shellWord)"
    case .foreignStore(let path): "to see what it contains: schemaledger inspect \(path.shellWord)"
    case .storeSaysNothing:
      "it has no tracking table of the migration tool, and no prefix of the migrations produces its schema; schemaledger diff shows how it differs from a version"
    case .noFrozenSchema(_, let known) where known.isEmpty:
      "put @FreezeSchema(version: \"1.0.0\") before the enum of a released version"
    case .noFrozenSchema(let version, let known):
      Self.question(NearMiss.versions(of: version ?? "", among: known), "versions: \(Self.last(known))")
    case .notFrozen(let version, _): "schemaledger freeze \(version.shortened)"
    case .noPlan: "declare the versions and the stages between them in an enum that is a SchemaMigrationPlan"
    case .severalPlans: "write the test by hand: SchemaLedgerRuntime.testMigration(from:to:migrationPlan:)"
    case .fixture:
      "expected a folder for each version, with App.sqlite, schema.sql and schema.sha256, or App-1_0_0.sqlite and so on"
    case .ledgerIsNoFolder: "move it away, or change 'ledger' in \(Configuration.fileName)"
    case .namesFold(let path, let other):
      "remove the one that does not belong there; to see who added it: git log -- \(path.shellWord) \(other.shellWord)"
    case .attributesConvert(let path, _, nil): "git rm -- \(path.shellWord)"
    case .attributesConvert:
      "add this line to the end of .gitattributes in the ledger's folder: \(LedgerFolder.allFiles)"
    case .ledgerIgnored(let path): "to find the line: git check-ignore -v \(path.shellWord)"
    case .ledgerMisplaced: "schemaledger init --ledger \(Configuration.defaultLedger)"
    case .noTags(_, let examples):
      examples.first.map { "schemaledger freeze --from-tags \(Self.pattern(matching: $0).shellWord)" }
        ?? "git fetch --tags"
    case .severalReleases(let version, let tag, let canChooseNames):
      "freeze the one that was released: schemaledger freeze \(version) --at \(tag.shellWord)"
        + (canChooseNames
          ? "\nor name versions after their tags: 'names: chosen' below 'source' in \(Configuration.fileName)" : "")
    case .frozenOtherwise(let version, let tag):
      "to see how they differ: schemaledger freeze \(version) --at \(tag.shellWord)"
    case .notReproduced:
      "other versions from history would be wrong in the same way: did 'source', 'ignore' or 'stub' in \(Configuration.fileName) change? If that is intended: --no-control"
    case .operationInProgress(let state): state.waysToFinish
    case .keepsChanging: "wait until no other program writes to it, then run the command again"
    case .bareRepository: "freeze in a clone with a work tree"
    case .notARange: "for example: schemaledger check --range origin/main...HEAD"
    case .unknownRemoteCommit: "git fetch, then push again"
    case .notAnUpdate: "Git runs this command as a hook; to install it: schemaledger hook install"
    case .foreignHook(_, nil): "to run both, install with --chain"
    case .foreignHook(_, let line?): "to run both, add this line to it or install with --chain:\n  \(line)"
    case .managedHook(_, let manager, let hook): manager.instruction(for: hook)
    case .notOurHook: nil
    case .foreignDiffDriver: "git config --unset diff.schemaledger.textconv"
    case .invalidSetting(let key, _): "git config \(key) 30"
    case .unknownSide(let text, _) where Self.ends(of: text) != nil:
      "name two schemas: schemaledger diff \(Self.ends(of: text) ?? "")"
    case .unknownSide(let text, let known):
      Self.question(NearMiss.versions(of: text, among: known), "to list the versions: schemaledger log")
    case .file: nil
    case .reported(_, let hint): hint
    }
  }
}

extension LedgerError {
  /// Whether the cause is today's source, and not its environment.
  package var isOfSource: Bool {
    switch self {
    case .sqlFailed, .stubsMissing, .transactionLeftOpen, .commandFailed, .modelsUnread, .room, .mappingRefused,
      .stageFailed,
      .stagesNotRun:
      true
    default: false
    }
  }

  /// Whether the user has to allow something first.
  package var isRefusal: Bool {
    switch self {
    case .commandsNotAllowed, .privateFile: true
    default: false
    }
  }

  /// The error of SQLite, if a statement has failed.
  package var sqlError: SchemaError? {
    switch self {
    case .sqlFailed(_, _, let error), .stubsMissing(_, _, let error, _): error
    default: nil
    }
  }

  /// The last lines that a command wrote, or commands that were not run; empty for any other error.
  public var output: [String] {
    switch self {
    case .commandFailed(_, _, let output, _): output
    case .stageFailed(_, _, let output): output
    case .stagesNotRun(.uncompiled(let output)), .stagesNotRun(.unbuilt(let output)),
      .stagesNotRun(.unknown(let output)), .stagesNotRun(.otherModels(_, let output)):
      output
    case .commandsNotAllowed(let commands, _): commands.flatMap(\.lines)
    case .ofDatabase(_, let error): error.output
    default: []
    }
  }

  /// The largest number of candidates to choose from: a repository with more has them for its tests.
  private static let listed = 8

  /// A candidate that can be named, although it may fail.
  private static func suggestion(_ leftOut: [SourceCandidate]) -> SourceCandidate? {
    let named = leftOut.filter { !$0.path.isEmpty && ![.programs, .foreign, .container].contains($0.kind) }
    // Migrations that are not used fail, often because they upgrade what a schema file makes.
    let files = named.filter { $0.kind == .schema }
    return named.first { $0.path.split(separator: "/").last?.lowercased().contains("sqlite") == true }
      ?? files.first ?? named.first
  }

  /// The configuration of migrations that upgrade the database that an SQL file makes.
  private static func upgrading(_ migrations: SourceCandidate) -> String? {
    migrations.start.map { start in
      """
      the migrations run after \(start); if that makes the database that they upgrade, write \(Configuration.fileName):
        ledger: SchemaLedger
        source:
          kind: migrations
          path: \(migrations.path)
          convention: \(migrations.convention ?? "plain")
          before: \(start)
      then: schemaledger status && schemaledger hook install
      """
    }
  }

  private static func found(_ candidates: [SourceCandidate]) -> Prose {
    "several schemas were found:\n" + list(Array(candidates.prefix(listed)))
      + (candidates.count > listed ? "\n  and \(candidates.count - listed) more" : "")
  }

  private static func choice(_ found: [SourceCandidate], _ command: String) -> String {
    let readable = found.filter { $0.kind != .programs && $0.kind != .container }
    let candidates = readable.isEmpty ? found : readable
    let sources = candidates.map { "--source \($0.path.shellWord)" }
    let one = "choose one: schemaledger \(command) \(sources.first ?? "--source PATH")"
    if candidates.count > listed { return one }
    let each =
      "\nor, if each of them is a database of its own: schemaledger \(command) " + sources.joined(separator: " ")
    let areScripts = candidates.allSatisfy { candidate in
      let isPlain = candidate.convention.map { ["plain", "names", "prefixed", "timestamps"].contains($0) } ?? true
      return [.migrations, .schema].contains(candidate.kind) && isPlain && !candidate.path.isEmpty
    }
    let paths = candidates.map(\.path).joined(separator: ",").shellWord
    return one + each
      + (areScripts
        ? "\nor, if one database is made from all of them, in the order in which they run: "
          + "schemaledger \(command) --source \(paths)"
        : "")
  }

  /// What to do if `others` may belong to the database of the schema files.
  private static func files(_ schema: [String], _ others: [String]) -> String {
    let folders = Set(others.map { $0.split(separator: "/").dropLast().joined(separator: "/") }).sorted()
    let paths = schema + (others.count > listed && !folders.contains("") ? folders : others)
    return """
      name all files from which a new database is made, in the order in which they run:
        schemaledger init --source \(paths.joined(separator: ",").shellWord)
      if it is made from \(schema.joined(separator: ", ")) alone, write this into \(Configuration.fileName):
        source: {kind: schema, files: [\(schema.joined(separator: ", "))]}
      """
  }

  /// A pattern that matches a tag and the tags of other versions: `v*` for `v1.2.0`, and `*` for `1.2.0`.
  private static func pattern(matching tag: String) -> String { tag.prefix { !$0.isNumber } + "*" }

  private static func missing(_ paths: [String], _ noun: String) -> String {
    guard let first = paths.first else { return "the configured \(noun) does not exist" }
    return paths.count == 1 ? "\(first) does not exist" : "none of \(paths.joined(separator: ", ")) exists"
  }

  private static func lines(_ lines: String?...) -> String? {
    let lines = lines.compactMap(\.self)
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// The last of the versions: a ledger may have hundreds.
  private static func last(_ versions: [String]) -> String {
    (versions.count > 12 ? "…, " : "") + versions.suffix(12).joined(separator: ", ")
  }

  /// The ends of a range such as `1.0.0..1.1.0`, for a shell; `nil` for any other text.
  private static func ends(of text: String) -> String? {
    let ends = text.replacing("...", with: "..").split(separator: "..", omittingEmptySubsequences: false)
    guard ends.count == 2, !ends.contains(where: \.isEmpty), !text.contains("/") else { return nil }
    return ends.map { String($0).shellWord }.joined(separator: " ")
  }

  /// `did you mean …?`, if there is a suggestion, and another line.
  private static func question(_ names: [String], _ line: String) -> String {
    NearMiss.question(names).map { $0 + "\n" + line } ?? line
  }

  private static func list(_ candidates: [SourceCandidate]) -> Prose {
    .lines(candidates.map { "  \($0.path)  (\($0.summary))" })
  }
}

extension SchemaError {
  /// What helps: more time, more memory, or a stub for what is missing here.
  package var hint: String? {
    switch self {
    case .timedOut(let seconds, _):
      return "if it needs that long: SCHEMALEDGER_TIME_LIMIT=\(Int(seconds * 10)) schemaledger …"
    case .tooLarge:
      return "if it needs that much: SCHEMALEDGER_MEMORY_LIMIT=\(Limits.bytes >> 19) schemaledger …"
    case .outOfMemory(let limit):
      return "if it needs that much: SCHEMALEDGER_MEMORY_LIMIT=\(limit >> 19) schemaledger …"
    default: break
    }
    let linked = "SQLite \(ScratchDatabase.sqliteVersion)"
    switch unknownName {
    case .function(let name):
      if let release = NewerFunctions.release(of: name.text) {
        return "\(name) needs SQLite \(release) or a build option; schemaledger is linked with \(linked)"
      }
      return Stubs(functions: [name: .firstArgument]).proposal
    case .collation(let name): return Stubs(collations: [name]).proposal
    case .module:
      return "it comes with an extension, or \(linked), with which schemaledger is linked, was built without it"
    case .table, nil: return nil
    }
  }
}

extension Stubs {
  /// What to add to the configuration.
  fileprivate var proposal: String {
    let isOne = functions.count + collations.count == 1
    let lists = [("functions", functions.keys.sorted()), ("collations", collations.sorted())]
    return
      "if the application registers \(isOne ? "it, add a stub" : "them, add stubs") to \(Configuration.fileName):\n"
      + "  stub:"
      + lists.filter { !$0.1.isEmpty }.map { "\n    \($0.0): [\($0.1.joined(separator: ", "))]" }.joined()
  }

  /// `; missing as well: function a, collation b`, without the name that the error gives.
  fileprivate func others(than name: UnknownName?) -> String {
    let names = functions.keys.sorted().map { UnknownName.function($0) } + collations.sorted().map { .collation($0) }
    let words = names.filter { $0 != name }.map { other in
      if case .collation(let name) = other { return "collation \(name)" }
      if case .function(let name) = other { return "function \(name)" }
      return ""
    }
    return words.isEmpty ? "" : "; missing as well: \(words.joined(separator: ", "))"
  }
}

extension RepositoryState {
  fileprivate var name: String {
    switch self {
    case .clean: "no operation"
    case .merge: "a merge"
    case .rebase: "a rebase"
    case .cherryPick: "a cherry-pick"
    case .revert: "a revert"
    case .bisect: "a bisection"
    case .applyMailbox: "git am"
    }
  }

  fileprivate var waysToFinish: String {
    switch self {
    case .clean: ""
    case .merge: "git merge --continue, or git merge --abort"
    case .rebase: "git rebase --continue, or git rebase --abort"
    case .cherryPick: "git cherry-pick --continue, or git cherry-pick --abort"
    case .revert: "git revert --continue, or git revert --abort"
    case .bisect: "git bisect reset"
    case .applyMailbox: "git am --continue, or git am --abort"
    }
  }
}
