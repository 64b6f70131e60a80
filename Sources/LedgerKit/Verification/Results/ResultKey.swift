internal import CanonicalJSON
internal import Digests
internal import GitStore
internal import LedgerCore
internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox
internal import SQLiteSchema
internal import SQLiteSyntax

/// A digest of everything that the outcome of an upgrade depends on, so that equal keys mean equal outcomes.
struct ResultKey {
  /// The digest of the input that all upgrades to today's schema share.
  private let shared: String
  /// The input that all upgrades share, whatever their target.
  private let common: JSONValue
  /// The command that upgrades databases, or `nil` for migrations, of which each upgrade has its own.
  private let command: JSONValue?
  private let context: UpgradeContext

  /// `nil` if the input is not known: a command of the repository does not say what it reads.
  ///
  /// - Parameters:
  ///   - program: the version of this program.
  ///   - snapshot: contains the command's input.
  ///   - variables: the environment variables.
  /// - Throws: `GitError`.
  init?(_ plan: VerificationPlan, program: String, snapshot: FileSnapshot, variables: [String: String]) throws {
    let path: JSONValue
    switch plan.path {
    case nil:
      path = .null
      command = nil
    case .migrations(let migrations):
      path = .array(migrations.map(Self.name))
      command = nil
    case .models(let upgrade):
      path = upgrade.identity
      command = nil
    case .room(let upgrade):
      path = upgrade.identity
      command = nil
    case .command(let source, _):
      guard let name = try Self.name(source, snapshot, variables) else { return nil }
      path = name
      command = name
    }
    let machine: [String: JSONValue] = [
      "memory": .number(Limits.bytes), "program": .string(program),
      "platform": .string(ScratchDatabase.platform), "sqlite": .string(ScratchDatabase.sqliteSourceID),
      "time": .string("\(plan.context.settings.timeLimit)"),
    ]
    common = .object(Self.settings(of: plan.context).merging(machine) { $1 })
    context = plan.context
    shared = Self.digest(common, path, plan.target)
  }

  private static func digest(_ common: JSONValue, _ path: JSONValue, _ target: UpgradeTarget) -> String {
    sha256(
      JSONValue.array([common, path, .string(target.digest), .string(sha256(target.storedText ?? []))]).canonical)
  }

  /// An upgrade to a frozen version does not depend on today's schema.
  private func sharedDigest(for upgrade: UpgradePlan) -> String {
    guard let version = upgrade.target.version else { return shared }
    // The rows depend on all migrations of the path, also on those that the fixture has run.
    let path = command.map { [$0] } ?? (upgrade.path?.migrations ?? []).map(Self.name)
    let unproved = ((upgrade.modelSteps?.unproved ?? []) + [upgrade.obstacle].compactMap(\.self)).map {
      JSONValue.string($0)
    }
    return Self.digest(common, .array([.string(version)] + path + unproved), upgrade.target)
  }

  /// The key of one upgrade whose result has findings. They also depend on which of its migrations are frozen, and name the
  /// commit that has the fixture.
  ///
  /// - Parameter digest: the upgrade's ``digest(of:)``.
  func digest(ofFindingsIn upgrade: UpgradePlan, _ context: UpgradeContext, _ digest: String) -> String {
    let standing: JSONValue = [
      "commit": upgrade.fixture.commits.first.map { .string($0.hex) } ?? .null, "digest": .string(digest),
      "frozen": .array(upgrade.remaining.map { .bool(context.isFrozen($0)) }),
      // A finding names a line of the file, in which the migration may have moved.
      "lines": .array(upgrade.remaining.map { .number($0.firstLine) }),
    ]
    return sha256(standing.canonical)
  }

  /// The key of one upgrade whose result has no findings.
  func digest(of upgrade: UpgradePlan) -> String {
    let standing = upgrade.standing
    let parts: JSONValue = [
      "anotherLineage": .bool(standing.isOfAnotherLineage),
      "fixture": .string(upgrade.fixtureDigest),
      "leftOut": .bool(standing.isLeftOut),
      "measured": .array(upgrade.measured.sorted().map { .string($0) }),
      // SL318 is only about pending migrations, and generated rows need not satisfy the foreign keys that these declare.
      "pending": .array(
        upgrade.remaining.filter { !context.isFrozen($0) && $0.concernsRows }.map { .string($0.id) }),
      "queries": .array(upgrade.queries.map { .string(sha256("\($0.quotesStrings) \($0.sql)")) }),
      "present": .bool(standing.presence == .present),
      "replaced": .bool(standing.presence == .replaced),
      "rows": context.rows.map { .number($0) } ?? .null,
      "runsTrials": .bool(upgrade.runsTrials),
      "environment": .string(sharedDigest(for: upgrade)),
      "whole": .bool(standing.integrity == .intact),
    ]
    return sha256(parts.canonical)
  }

  /// The settings with which upgrades run and are judged, equal on each machine.
  static func settings(of context: UpgradeContext) -> [String: JSONValue] {
    let settings = context.settings
    return [
      "assumptions": .array(
        Set(settings.assumptions).sorted().map { .array([.string($0.table.text), .string($0.condition)]) }),
      "before": .array((context.before?.scripts ?? []).map(name)),
      "foreignKeys": settings.foreignKeys.map { .bool($0) } ?? .null,
      "ignored": .array(settings.ignoredTables.map { .string($0) }),
      "ordersColumns": .bool(settings.ordersColumns),
      "comparesLikeRoom": .bool(settings.comparesLikeRoom),
      "stubs": .string(settings.stubs.identity),
      "trials": context.trialIdentity,
      "values": .string(settings.values.rawValue),
    ]
  }

  /// The digest of the path and the target, equal on each machine that has the same source.
  static func target(_ plan: VerificationPlan) -> String {
    let path: JSONValue =
      switch plan.path {
      case nil: .null
      case .migrations(let migrations): .array(migrations.map(name))
      case .command(let command, _): .string(command.line)
      case .models(let upgrade): upgrade.identity
      case .room(let upgrade): upgrade.identity
      }
    return sha256(JSONValue.array([.string(plan.target.digest), path, plan.context.trialIdentity]).canonical)
  }

  /// What the effect of a migration depends on.
  static func name(_ migration: Migration) -> JSONValue {
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
      // The folders of the tools that the command calls.
      "path": .string(variables["PATH"] ?? ""),
      "time": .string("\(command.timeLimit)"),
    ]
  }

  /// An input that is a file.
  private static func own(_ path: String, _ snapshot: FileSnapshot) throws -> [FileSnapshot.File] {
    try snapshot.read(path) == nil ? [] : [FileSnapshot.File(path: path, kind: .file)]
  }
}

extension Migration {
  /// Whether a statement of the migration can change existing rows or declare a foreign key.
  fileprivate var concernsRows: Bool { ["DELETE", "UPDATE", "INSERT", "REFERENCES"].contains(where: up.mentions) }
}
