internal import CanonicalJSON
internal import Digests
internal import GitStore
internal import LedgerCore
internal import MigrationSources
internal import SQLiteSandbox
internal import SQLiteSchema

/// Names all that the outcome of a migration depends on, so that equal names mean equal outcomes.
struct ResultKey {
  /// The digest of what is the same for every fixture.
  private let environment: String
  /// Of these, what is the same wherever fixtures go.
  private let common: JSONValue
  /// The command that moves them; nil for migrations, of which each step has its own.
  private let command: JSONValue?

  /// Nil where it is not known what the outcome depends on: a command of the repository that does not say what it reads.
  ///
  /// - Parameter snapshot: where the command's inputs are.
  /// - Throws: `GitError`.
  init?(
    upgradePath: FixtureMigration.UpgradePath?, target: FixtureMigration.UpgradeTarget, settings: BuildSettings,
    program: String,
    trials: JSONValue, snapshot: FileSnapshot, variables: [String: String]
  ) throws {
    let forward: JSONValue
    switch upgradePath {
    case nil:
      forward = .null
      command = nil
    case .migrations(let migrations):
      forward = .array(migrations.map(Self.name))
      command = nil
    case .command(let source, _):
      guard let name = try Self.name(source, snapshot, variables) else { return nil }
      forward = name
      command = name
    }
    common = [
      "foreignKeys": settings.foreignKeys.map { .bool($0) } ?? .null,
      "ignored": .array(settings.ignoredTables.map { .string($0) }),
      "memory": .number(Limits.bytes),
      "program": .string(program),
      "sqlite": .string(ScratchDatabase.sqliteSourceID),
      "stubs": .string(settings.stubs.identity),
      "time": .string("\(settings.timeLimit)"),
      "trials": trials,
      "values": .string(settings.values.rawValue),
    ]
    environment = Self.environment(common, forward, target)
  }

  private static func environment(
    _ common: JSONValue, _ forward: JSONValue, _ target: FixtureMigration.UpgradeTarget
  ) -> String {
    sha256(
      JSONValue.array([common, forward, .string(target.digest), .string(sha256(target.storedText ?? []))]).canonical)
  }

  /// A step to another version does not depend on what today's schema is.
  private func environment(of migration: FixtureMigration) -> String {
    guard let destination = migration.destination else { return environment }
    let forward = command.map { [$0] } ?? migration.remaining.map(Self.name)
    return Self.environment(common, .array([.string(destination)] + forward), migration.target)
  }

  /// The digest for one fixture.
  func digest(of migration: FixtureMigration) -> String {
    let parts: JSONValue = [
      "anotherLineage": .bool(migration.isOfAnotherLineage),
      "fixture": .string(migration.fixture.digest),
      "measured": .array(migration.measured.sorted().map { .string($0) }),
      "queries": .array(
        migration.queries.map { .string(sha256("\($0.quotesStrings) \($0.sql)")) }),
      "present": .bool(migration.isPresent),
      "replaced": .bool(migration.isReplaced),
      "rows": migration.rows.map { .number($0) } ?? .null,
      "environment": .string(environment(of: migration)),
      "whole": .bool(migration.isWhole),
    ]
    return sha256(parts.canonical)
  }

  /// What moves fixtures, and where to: the same on each machine that has the same source.
  static func target(
    _ upgradePath: FixtureMigration.UpgradePath?, _ target: FixtureMigration.UpgradeTarget, trials: JSONValue
  ) -> String {
    let forward: JSONValue =
      switch upgradePath {
      case nil: .null
      case .migrations(let migrations): .array(migrations.map(name))
      case .command(let command, _): .string(command.line)
      }
    return sha256(JSONValue.array([.string(target.digest), forward, trials]).canonical)
  }

  private static func name(_ migration: Migration) -> JSONValue {
    [
      "down": .string(sha256(migration.down ?? "")), "id": .string(migration.id), "path": .string(migration.path),
      "repeatable": .bool(migration.isRepeatable),
      "transaction": .string(migration.transaction.rawValue), "up": .string(sha256(migration.up)),
    ]
  }

  private static func name(
    _ command: SourceCommand, _ snapshot: FileSnapshot, _ variables: [String: String]
  ) throws -> JSONValue? {
    guard !command.inputs.isEmpty else { return nil }
    var files: [String: JSONValue] = [:]
    for file in try command.inputs.flatMap({ try snapshot.files(under: $0) + own($0, snapshot) }) {
      files[file.path] = .string(file.kind.rawValue + " " + sha256(try snapshot.read(file.path) ?? []))
    }
    return [
      "environment": .object(command.environment.mapValues { .string($0) }),
      "files": .object(files),
      "folder": .string(command.folder),
      "line": .string(command.line),
      "package": command.package.map { .string("\($0.building.line)\n\($0.tool ?? "")") } ?? .null,
      // Where the tools are that it calls.
      "path": .string(variables["PATH"] ?? ""),
      "time": .string("\(command.timeLimit)"),
    ]
  }

  /// An input that is a file and no folder.
  private static func own(_ path: String, _ snapshot: FileSnapshot) throws -> [FileSnapshot.File] {
    try snapshot.read(path) == nil ? [] : [FileSnapshot.File(path: path, kind: .file)]
  }
}
