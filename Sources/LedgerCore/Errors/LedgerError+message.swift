internal import GitStore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

// Every error's sentence and hint, side by side.

extension LedgerError {
  /// What stopped the work, in one sentence without a full stop.
  public var message: String {
    switch self {
    case .noConfiguration(let path): "there is no \(path) here"
    case .configurationExists(let path, _): "\(path) exists already"
    case .configurationRemoved(let path, _): "without \(path) nobody would watch what is frozen"
    case .invalidConfiguration(let path, let line, let reason), .invalidWaivers(let path, let line, let reason):
      "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)"
    case .unknownDatabase(let name, let known):
      "there is no database '\(name)' in the configuration, only \(known.joined(separator: ", "))"
    case .severalDatabases(let known): "the configuration has several databases: \(known.joined(separator: ", "))"
    case .versionNotFound(let file, let pattern): "nothing in \(file) matches the pattern '\(pattern)'"
    case .versionPatternTooSlow(let file, let pattern): "the pattern '\(pattern)' takes too long on \(file)"
    case .noVersionFile(let path): "there is no file \(path), which says the version"
    case .otherVersion(let name, let current, _): "the source says that it is version \(current.shortened), not \(name)"
    case .versionNotDeclared(let name, let product, let known):
      "\(product) declares no version \(name.shortened), only \(known.suffix(12).joined(separator: ", "))"
    case .noSourceFound(let leftOut):
      leftOut.isEmpty
        ? "no schema was found: no folder of SQL migrations and no schema file"
        : "no schema for SQLite was found; left out:\n" + Self.list(leftOut)
    case .noSuchSource(let path): "there is no folder of migrations and no file \(path)"
    case .severalSourcesFound(let candidates):
      "several schemas were found:\n" + Self.list(Array(candidates.prefix(Self.listed)))
        + (candidates.count > Self.listed ? "\n  and \(candidates.count - Self.listed) more" : "")
    case .noSourceFolder(let paths, let place): "\(place)there is no folder \(paths.joined(separator: " or "))"
    case .noSourceFile(let paths, let place): "\(place)there is no file \(paths.joined(separator: " or "))"
    case .sqlFailed(let path, let line, let error): "\(path)\(line.map { ":\($0)" } ?? ""): \(error.message)"
    case .transactionLeftOpen(let path): "\(path) begins a transaction and does not end it"
    case .rowsAreNoSchema(let path, let line, let statement):
      "\(path):\(line): \(statement.shortened) does not add rows"
    case .commandFailed(let line, let failure, _, _): "`\(line.shortened)` \(failure.message)"
    case .commandNotRun(let line): "today's schema comes from a command, which is not run here: `\(line.shortened)`"
    case .folder(let error): error.message
    case .notText(let path): "\(path) is not UTF-8 text"
    case .entry(let error): error.message
    case .versionDiffersInCase(let name, let existing):
      "version \(name) differs from \(existing) only in letter case, and some file systems do not"
    case .unknownVersion(let name, let known):
      "version '\(name.shortened)' is not frozen"
        + (known.isEmpty ? "" : "; frozen are \(known.joined(separator: ", "))")
    case .nothingFrozen: "nothing is frozen yet"
    case .noHistory(let text, _, _):
      "no commit has had a version '\(text.shortened)', nor a path of the source or the ledger of that name"
    case .notAStore(let path, let reason): "\(path) is not a SQLite database; \(reason)"
    case .storeInUse(let path): "\(path) is being written to, and cannot be read meanwhile"
    case .notScrubbed(let path, let reason): "\(path) cannot be scrubbed: \(reason)"
    case .foreignStore(let path): "\(path) has no table in common with any frozen version"
    case .storeSaysNothing(let path): "nothing in \(path) tells which migrations it has had"
    case .noFrozenSchema(let version, _):
      "no @FreezeSchema" + (version.map { "(version: \"\($0.shortened)\")" } ?? "") + " was found in the Swift sources"
    case .notFrozen(let version, let folder): "there is no entry of version \(version.shortened): \(folder)"
    case .noPlan: "no SchemaMigrationPlan was found in the Swift sources"
    case .severalPlans(let names): "several migration plans were found: \(names.joined(separator: ", "))"
    case .fixture(let folder, let reason): "\(folder): \(reason)"
    case .ledgerIsNoFolder(let path, .symlink): "the ledger's folder \(path) is a symbolic link, and none is followed"
    case .ledgerIsNoFolder(let path, .submodule): "the ledger's folder \(path) is a submodule"
    case .ledgerIsNoFolder(let path, _): "the ledger's folder \(path) is not a folder"
    case .ledgerIgnored(let path): "\(path) is ignored by .gitignore"
    case .ledgerMisplaced(let reason): "no ledger can be there: \(reason)"
    case .noTags(let glob, let examples):
      "no tag matches '\(glob.shortened)'"
        + (examples.isEmpty ? ": there are no tags here" : "; there are \(examples.joined(separator: ", "))")
    case .severalReleases(let version, _): "these say version \(version), and differ in schema or migrations"
    case .frozenOtherwise(let version, _):
      "version \(version) is frozen already, with another schema or other migrations"
    case .notReproduced(let version, let commit, let files, let changes):
      "\(version) is frozen, and \(commit.short) now makes it otherwise: "
        + (changes.isEmpty
          ? "\(files.joined(separator: ", ")) \(files.count == 1 ? "differs" : "differ")"
          : changes.prefix(3).map { "\($0.kind) \($0.place)" }.joined(separator: ", "))
        + "; nothing was recorded"
    case .operationInProgress(let state): "a \(state.words) is in progress"
    case .bareRepository(let path): "\(path) is a bare repository: there is no work tree to freeze from"
    case .notARange(let text): "'\(text.shortened)' is no range of commits"
    case .unknownRemoteCommit(let reference, let id): "\(reference) is at \(id.short) there, which is not here"
    case .notAnUpdate(let line): "'\(line.shortened)' is not what Git tells a hook about a push"
    case .managedHook(let path, let manager, _): "\(path) is \(manager.title)'s, which would write over ours"
    case .foreignHook(let path, _): "\(path) exists and is not ours; it stays as it is"
    case .notOurHook(let path): "\(path) is not ours; it stays as it is"
    case .foreignDiffDriver(let command): "git's diff driver 'schemaledger' is set to something else: \(command)"
    case .unknownSide(let text): "'\(text.shortened)' is no frozen version, no file and no revision"
    case .file(let path, let reason): "\(path): \(reason)"
    }
  }

  /// What helps, with a command where there is one.
  public var hint: String? {
    switch self {
    case .noConfiguration: "schemaledger init"
    case .configurationRemoved(let path, let revision):
      "git restore --staged --worktree --source=\(revision) -- \(path.shellWord)"
        + (revision == "HEAD" ? "\nto keep no ledger any longer: git commit --no-verify" : "")
    case .configurationExists(_, let glob?): "schemaledger freeze --from-tags \(glob.shellWord)"
    case .configurationExists: "schemaledger status shows what is set up; edit the file to change it"
    case .invalidWaivers: "what a waiver says is described in Docs/Waivers.md"
    case .invalidConfiguration: "the keys are described in Docs/Configuration.md"
    case .unknownDatabase, .severalDatabases: "choose one with --database NAME"
    case .versionNotFound, .noVersionFile: "correct 'version' in \(Configuration.fileName)"
    case .noSourceFound(let leftOut) where leftOut.contains { $0.kind == "command" }:
      "name the command, and how it is told where the database is (Docs/Recipes.md), in \(Configuration.fileName):\n"
        + "  source:\n    kind: command\n    create: COMMAND\n    migrate: COMMAND\n    environment:\n"
        + "      DATABASE_URL: sqlite:///{db}\nthen: schemaledger hook install"
    case .versionPatternTooSlow:
      "correct 'version' in \(Configuration.fileName): a repetition that is repeated, as in (a+)+, tries every way to share"
    case .noSourceFound(let leftOut):
      Self.takeable(leftOut).map {
        "to take one all the same, and see what does not run: schemaledger init --source \($0.path.shellWord)"
      } ?? (leftOut.isEmpty ? "" : "write \(Configuration.fileName) with kind: command (Docs/Configuration.md), or ")
        + "name it: schemaledger init --source PATH (a folder of migrations or a schema.sql)"
        + (leftOut.isEmpty ? "\nwhere a program makes the database: kind: command (Docs/Recipes.md)" : "")
    case .noSuchSource: "schemaledger init looks for one"
    case .otherVersion(_, let current, let isFrozen):
      "change the version there first" + (isFrozen ? "" : ", or: schemaledger freeze \(current.shortened)")
    case .versionNotDeclared(_, _, let known):
      "declare it in the plan first, or: schemaledger freeze \(known.last ?? "1.0.0")"
    case .severalSourcesFound(let candidates):
      "choose one: schemaledger init --source \(candidates.first?.path.shellWord ?? "PATH")"
        + (candidates.count > Self.listed
          ? ""
          : "\nor take them all: schemaledger init "
            + candidates.map { "--source \($0.path.shellWord)" }.joined(separator: " "))
    case .noSourceFolder, .noSourceFile: "correct 'source' in \(Configuration.fileName)"
    case .sqlFailed(_, _, let error): error.hint
    case .transactionLeftOpen: "end it with COMMIT"
    case .rowsAreNoSchema: "only INSERT, REPLACE, UPDATE and DELETE, also behind WITH, have a place there"
    case .commandFailed(_, let failure, _, let inCheckout):
      Self.lines(failure.hint, inCheckout ? "it ran in a temporary checkout, which has only what is tracked" : nil)
    case .commandNotRun: "name two frozen versions; schemaledger check and verify run it"
    case .folder(let error): error.hint
    case .notText(let path): "save it as UTF-8: iconv -t utf-8 -f … \(path.shellWord)"
    case .entry(let error): error.hint
    case .versionDiffersInCase: "choose a name that differs in more"
    case .unknownVersion(_, let known): known.isEmpty ? "schemaledger freeze 1.0.0" : "schemaledger log"
    case .nothingFrozen: "schemaledger freeze 1.0.0"
    case .noHistory(_, let known, let sources):
      (sources.isEmpty
        ? "the source is a command that does not say which files it reads; "
        : "the source is \(sources.joined(separator: ", ")); ")
        + (known.isEmpty ? "no version was ever frozen" : "versions are \(known.suffix(12).joined(separator: ", "))")
        + "\nschemaledger log --all lists all versions, schemaledger history alone tells of everything"
    case .notAStore: nil
    case .storeInUse(let path): "a copy that is at rest: sqlite3 \(path.shellWord) '.backup copy.sqlite'"
    case .notScrubbed:
      "a CHECK, an index or a foreign key asks for more than the shape of a text; without rows: leave out --scrub\nor take the data out of a copy of it, and freeze that --with-rows"
    case .foreignStore(let path): "schemaledger inspect \(path.shellWord) shows what is in it"
    case .storeSaysNothing:
      "it has no table of the migration tool, and no step of the migrations makes its schema; schemaledger diff shows how it differs from a version"
    case .noFrozenSchema(_, let known):
      known.isEmpty
        ? "put @FreezeSchema(version: \"1.0.0\") before the enum of a version that ships"
        : "versions that are there: \(known.suffix(12).joined(separator: ", "))"
    case .notFrozen(let version, _): "schemaledger freeze \(version.shortened)"
    case .noPlan: "declare the versions and the stages between them in an enum that is a SchemaMigrationPlan"
    case .severalPlans: "write the test by hand: SchemaLedgerRuntime.testMigration(from:to:migrationPlan:)"
    case .fixture:
      "a folder for each version, with App.sqlite, schema.sql and schema.sha256, or App-1_0_0.sqlite and so on"
    case .ledgerIsNoFolder: "move it away, or set 'ledger' in \(Configuration.fileName)"
    case .ledgerIgnored(let path): "git check-ignore -v \(path.shellWord) shows the line"
    case .ledgerMisplaced: "schemaledger init --ledger \(Configuration.defaultLedger)"
    case .noTags(_, let examples):
      examples.isEmpty ? "git fetch --tags" : "for example: schemaledger freeze --from-tags 'v*'"
    case .severalReleases(let version, let tag):
      "freeze the one that shipped: schemaledger freeze \(version) --at \(tag.shellWord)"
    case .frozenOtherwise(let version, let tag):
      "to see how they differ: schemaledger freeze \(version) --at \(tag.shellWord)"
    case .notReproduced:
      "what is read from history would be wrong in the same way: did 'source', 'ignore' or 'stub' in \(Configuration.fileName) change? Where that is meant: --no-control"
    case .operationInProgress(let state): state.wayOut
    case .bareRepository: "freeze in a clone with a work tree"
    case .notARange: "for example: schemaledger check --range origin/main...HEAD"
    case .unknownRemoteCommit: "git fetch, then push again"
    case .notAnUpdate: "Git runs this as a hook: schemaledger hook install"
    case .foreignHook(_, nil): "install with --chain to run both"
    case .foreignHook(_, let line?): "add this line to it, or install with --chain to run both:\n  \(line)"
    case .managedHook(_, let manager, let hook): manager.instruction(for: hook)
    case .notOurHook: nil
    case .foreignDiffDriver: "git config --unset diff.schemaledger.textconv"
    case .unknownSide: "schemaledger log lists the versions"
    case .file: nil
    }
  }
}

extension LedgerError {
  /// Whether today's source is to blame, and not what is around it.
  package var isOfSource: Bool {
    switch self {
    case .sqlFailed, .transactionLeftOpen, .commandFailed: true
    default: false
    }
  }

  /// What a command wrote, its last lines; empty for any other error.
  public var output: [String] {
    if case .commandFailed(_, _, let output, _) = self { output } else { [] }
  }

  /// So many candidates are a choice; more are a repository that has them for its tests.
  private static let listed = 8

  /// What can be named, whatever comes of it.
  private static func takeable(_ leftOut: [SourceCandidate]) -> SourceCandidate? {
    leftOut.first { !$0.path.isEmpty && $0.kind != "programs" }
  }

  private static func lines(_ lines: String?...) -> String? {
    let lines = lines.compactMap(\.self)
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private static func list(_ candidates: [SourceCandidate]) -> String {
    candidates.map { "  \($0.path)  (\($0.summary))" }.joined(separator: "\n")
  }
}

extension SchemaError {
  /// What helps: more time, more memory, or a stand-in for what is missing here.
  package var hint: String? {
    switch self {
    case .timedOut(let seconds):
      return "if it has to take so long: SCHEMALEDGER_TIME_LIMIT=\(Int(seconds * 10)) schemaledger …"
    case .outOfMemory(let limit):
      return "if it has to need so much: SCHEMALEDGER_MEMORY_LIMIT=\(limit >> 19) schemaledger …"
    default: break
    }
    let linked = "SQLite \(ScratchDatabase.sqliteVersion), which is linked here"
    switch unknownName {
    case .function(let name):
      if let release = NewerFunctions.release(of: name) {
        return "\(name) came with SQLite \(release), or is an option of its build; this is \(linked)"
      }
      return Self.stub("functions", name)
    case .collation(let name): return Self.stub("collations", name)
    case .module: return "an extension brings it, or it is left out of \(linked)"
    case nil: return nil
    }
  }

  private static func stub(_ list: String, _ name: String) -> String {
    "the application registers it? Let a stub stand in for it, in \(Configuration.fileName):\n"
      + "  stub:\n    \(list): [\(name)]"
  }
}

extension RepositoryState {
  fileprivate var words: String {
    switch self {
    case .clean: "clean state"
    case .merge: "merge"
    case .rebase: "rebase"
    case .cherryPick: "cherry-pick"
    case .revert: "revert"
    case .bisect: "bisect"
    case .applyMailbox: "git am"
    }
  }

  fileprivate var wayOut: String {
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
