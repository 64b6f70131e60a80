internal import Findings
internal import LedgerCore
internal import MigrationSources
internal import SQLiteLint
internal import SQLiteSandbox
internal import SQLiteSyntax

/// Runs migrations one after the other, and checks some of them.
struct MigrationRun {
  private let definition: SourceDefinition
  private let database: ScratchDatabase
  /// The setting of `PRAGMA foreign_keys` with which each migration begins; `nil` if that is not known.
  private let foreignKeys: Bool?
  private let programs: ProgramSteps
  /// Whether the tool opens transactions around migrations, as its convention says.
  private let isWrapped: Bool
  private var lint: ScriptLint
  private(set) var judged: [Migration] = []
  /// Whether a migration has run of which only the SQL is known, so that what follows may fail without it.
  private var isIncomplete = false
  private(set) var failure: (migration: Migration, error: LedgerError)?

  init(
    _ definition: SourceDefinition, on database: ScratchDatabase, _ settings: BuildSettings, programs: ProgramSteps,
    isWrapped: Bool
  ) {
    self.definition = definition
    self.database = database
    self.programs = programs
    self.isWrapped = isWrapped
    foreignKeys = settings.foreignKeys
    lint = ScriptLint(on: database, stubs: settings.stubs, besides: (definition.migrations ?? []).map(\.up))
  }

  /// Declares the schema that new databases get.
  mutating func declare(_ database: ScratchDatabase) throws { try lint.declare(database) }

  /// Marks the current state as one that users have.
  mutating func release() throws { try lint.release() }

  /// Returns whether the migration ran without an error.
  mutating func run(_ migration: Migration, isJudged: Bool) throws -> Bool {
    if migration.isPartial { isIncomplete = true }
    guard isJudged else {
      do throws(LedgerError) { try migration.run(on: database) } catch {
        failure = (migration, error)
        return false
      }
      return true
    }
    judged.append(migration)
    let error = try lint.add(
      migration.up, title: migration.title, isWrapped: isWrapped && migration.transaction != .none,
      isAssumed: migration.transaction == .assumed, down: migration.down,
      programs: programs.programs(for: migration), foreignKeys: foreignKeys)
    if let error {
      failure = (
        migration, .sqlFailed(path: migration.path, line: migration.fileLine(of: error), error: error)
      )
    } else if database.isInTransaction {
      failure = (migration, .transactionLeftOpen(path: migration.path))
    }
    return failure == nil
  }

  mutating func findings() throws -> [Finding] {
    var findings: [Finding] = []
    for (migration, found) in zip(judged, try lint.findings()) {
      findings += found.map { Finding($0, in: migration) }
    }
    // A rule's finding explains the failure better.
    if let failure, !isIncomplete,
      !findings.contains(where: { $0.severity == .error && $0.migration == failure.migration.id })
    {
      findings.append(finding(about: failure.error, in: failure.migration))
    }
    return findings
  }

  /// SL301. It is a warning if something besides the SQL explains the failure, so that users may not see it.
  private func finding(about error: LedgerError, in migration: Migration) -> Finding {
    let remedy = definition.remedy(for: error)
    let finding = Finding.migrationFailed(nil, error).setting(\.remedy, to: remedy)
    guard case .runProgram = remedy, let name = error.missingName,
      programs.programs(for: migration).earlier.mention(name)
    else { return finding }
    return finding.atMost(.warning)
  }

  /// Whether a migration fails because the database has no tables at all: the migrations are not meant for an empty one.
  var lacksSchema: Bool {
    guard let failure, failure.error.missingName != nil else { return false }
    let tables = try? database.rows("SELECT 1 FROM main.sqlite_master WHERE type = 'table' LIMIT 1")
    return tables?.isEmpty == true
  }
}
