internal import Digests
public import Foundation
internal import LedgerEntries
public import SchemaModel

/// Freezes schema versions and detects drift. The functions that `@FreezeSchema` and `@AutoTests` generate call it;
/// tests may call it directly.
///
/// New versions are written to `SchemaLedger/Fixtures` in the format of `schemaledger freeze`; `FreezeRay/Fixtures` are
/// only read. Both are searched for in the current folder, which is the package's folder in `swift test`, and in its
/// parents.
public enum SchemaLedgerRuntime {
  /// Freezes a version. If it is already frozen, checks it instead: a frozen version is never overwritten.
  ///
  /// - Parameter outputDirectory: the fixtures folder; `nil` for the ledger's.
  /// - Throws: ``SchemaLedgerError``; `SwiftDataError` if the schema cannot be stored.
  public static func freeze<S: VersionedSchema>(
    schema: S.Type, version: String, outputDirectory: URL? = nil
  ) throws {
    let folders = FixtureFolders(outputDirectory)
    guard try folders.version(version) == nil else {
      try checkDrift(schema: schema, version: version, directory: outputDirectory)
      return
    }
    let built = try BuiltVersion(of: Schema(versionedSchema: schema))
    let name: Version
    do {
      name = try Version(version)
    } catch {
      throw SchemaLedgerError.custom(error.message)
    }
    let draft = EntryDraft(
      name, schema: built.schema, of: "App", fixture: built.fixture, from: .init(kind: "swift"),
      parents: try parents(of: name, in: folders), model: built.model)
    try write(draft, to: folders.own.appendingPathComponent(version))
    report("✅ Frozen schema \(version) → \(folders.own.path)/\(version)/")
  }

  /// Checks that the declarations of a version equal the frozen ones.
  ///
  /// - Throws: `SchemaLedgerError.schemaDrift`; `.custom` if the version is not frozen.
  public static func checkDrift<S: VersionedSchema>(schema: S.Type, version: String) throws {
    try checkDrift(schema: schema, version: version, directory: nil)
  }

  /// Checks that the declarations of a version equal those frozen in a fixtures folder.
  ///
  /// - Throws: as ``checkDrift(schema:version:)``.
  public static func checkDrift<S: VersionedSchema>(schema: S.Type, version: String, directory: URL?) throws {
    let folders = FixtureFolders(directory)
    guard let frozen = try folders.version(version) else {
      let places = folders.all.map { "\n   \($0.path)/\(version)" }.joined()
      throw SchemaLedgerError.custom(
        "No frozen fixture found for v\(version)\n   Looked at:\(places)\n   Run: schemaledger freeze \(version)")
    }
    let built = try BuiltVersion(of: Schema(versionedSchema: schema))
    switch frozen.layout {
    case .freezeRay(let digest):
      let actual = sha256(built.storedSQL)
      guard digest == actual else {
        throw SchemaLedgerError.schemaDrift(version: version, expected: digest, actual: actual)
      }
    case .ledger(let entry): try check(entry, frozen, built)
    }
    report("✅ Drift detection passed")
  }

  private static func check(_ entry: Entry, _ frozen: FrozenVersion, _ built: BuiltVersion) throws {
    let model = entry.model == nil ? nil : try frozen.bytes(of: Entry.modelName)
    let differences = try model.map { try built.declared.differences(fromFrozen: $0) } ?? []
    guard entry.schema == built.digest else {
      throw SchemaLedgerError.schemaDrift(
        version: frozen.version, expected: entry.schema, actual: built.digest, differences: differences)
    }
    if let expected = entry.model, !differences.isEmpty {
      throw SchemaLedgerError.schemaDrift(
        version: frozen.version, expected: expected, actual: sha256([UInt8](built.model)),
        differences: differences)
    }
  }

  /// Migrates every frozen version to the newest schema of the plan, filled with generated objects.
  ///
  /// - Throws: ``SchemaLedgerError`` if a migration fails or there is no frozen version.
  public static func testAllMigrations<Plan: SchemaMigrationPlan>(migrationPlan: Plan.Type) throws {
    try testAllMigrations(migrationPlan: migrationPlan, directory: nil)
  }

  /// Migrates every version that is frozen in a fixtures folder.
  ///
  /// - Throws: as ``testAllMigrations(migrationPlan:)``.
  public static func testAllMigrations<Plan: SchemaMigrationPlan>(
    migrationPlan: Plan.Type, directory: URL?
  ) throws {
    let folders = FixtureFolders(directory)
    let versions = try folders.versions()
    guard let newest = Plan.schemas.last else { throw SchemaLedgerError.custom("\(Plan.self) has no schemas") }
    guard !versions.isEmpty else {
      throw SchemaLedgerError.custom(
        "There is no frozen version to test in \(folders.all.map(\.path).joined(separator: " or "))\n"
          + "   Run: schemaledger freeze VERSION")
    }
    report("🧪 Testing migrations for \(versions.count) frozen fixture(s)...")
    for version in versions {
      report("   Testing migration: \(version.version) → HEAD")
      let remarks = try MigrationTrial(of: version, plan: migrationPlan).run(to: newest)
      for remark in remarks { report("      ⚠️ \(remark)") }
      report("      ✅ Migration succeeded")
    }
    report("✅ All migrations passed")
  }

  /// Migrates one frozen version to another, filled with generated objects.
  ///
  /// - Throws: ``SchemaLedgerError`` if the migration fails or `from` is not frozen.
  public static func testMigration<From: VersionedSchema, To: VersionedSchema, Plan: SchemaMigrationPlan>(
    from: From.Type, to: To.Type, migrationPlan: Plan.Type
  ) throws {
    try testMigration(from: from, to: to, migrationPlan: migrationPlan, directory: nil)
  }

  /// Migrates one version that is frozen in a fixtures folder to another.
  ///
  /// - Throws: as ``testMigration(from:to:migrationPlan:)``.
  public static func testMigration<From: VersionedSchema, To: VersionedSchema, Plan: SchemaMigrationPlan>(
    from: From.Type, to: To.Type, migrationPlan: Plan.Type, directory: URL?
  ) throws {
    let folders = FixtureFolders(directory)
    let schema = Schema(versionedSchema: from)
    // The name of a version in the ledger may differ from its identifier, so its models are compared.
    let named = try folders.version(schema.version.description)
    let frozen =
      try named
      ?? folders.versions().first { frozen in
        try MigrationTrial(of: frozen, plan: migrationPlan).has(schema)
      }
    guard let frozen else {
      throw SchemaLedgerError.custom(
        "No frozen fixture found for v\(schema.version)\n   Run: schemaledger freeze \(schema.version)")
    }
    for remark in try MigrationTrial(of: frozen, plan: migrationPlan).run(to: to) {
      report("⚠️ v\(frozen.version) → \(to.versionIdentifier): \(remark)")
    }
  }

  // MARK: Types that are no versions

  /// Throws. `@FreezeSchema` generates a call of it in an enum that does not conform to `VersionedSchema`: the macro cannot
  /// know the conformances of the enum, and the compiler of Swift 6.3 crashes if the generated code does not compile.
  ///
  /// - Throws: `SchemaLedgerError.custom`, always.
  @_disfavoredOverload
  public static func freeze(schema: Any.Type, version: String) throws { throw notASchema(schema) }

  /// Throws, as ``freeze(schema:version:)``.
  ///
  /// - Throws: `SchemaLedgerError.custom`, always.
  @_disfavoredOverload
  public static func checkDrift(schema: Any.Type, version: String) throws { throw notASchema(schema) }

  private static func notASchema(_ type: Any.Type) -> SchemaLedgerError {
    .custom("\(type) must conform to VersionedSchema")
  }

  // MARK: Files

  private static func parents(of version: Version, in folders: FixtureFolders) throws -> [String] {
    let items = try folders.versions().compactMap { frozen -> Ledger.Item? in
      guard case .ledger(let entry) = frozen.layout else { return nil }
      return Ledger.Item(entry: entry, id: entry.id, folder: frozen.folder.path)
    }
    return Ledger(path: folders.own.path, items: items, withdrawals: try withdrawals(beside: folders.own))
      .parents(for: [], below: version)
  }

  /// The withdrawals of the ledger whose fixtures are in `folder`. `schemaledger check` reports files that are not valid.
  private static func withdrawals(beside folder: URL) throws -> [Withdrawal] {
    let withdrawn = Ledger.withdrawnFolder(of: folder.deletingLastPathComponent().path)
    guard FileManager.default.fileExists(atPath: withdrawn) else { return [] }
    let names = try FileManager.default.contentsOfDirectory(atPath: withdrawn).filter { $0.hasSuffix(".json") }
    return try names.sorted().compactMap { name in
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: withdrawn + "/" + name)))
      return try? Withdrawal(parsing: bytes, path: name)
    }
  }

  /// Writes `entry.json` last, because a folder without it is not an entry.
  private static func write(_ draft: EntryDraft, to folder: URL) throws {
    let files = FileManager.default
    do {
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      let names = draft.files.keys.filter { $0 != Entry.fileName }.sorted() + [Entry.fileName]
      for name in names {
        try Data(draft.files[name] ?? []).write(to: folder.appendingPathComponent(name))
      }
    } catch {
      throw SchemaLedgerError.custom("\(folder.path) could not be written: \(error.localizedDescription)")
    }
  }

  /// Reports progress in the output of a test run, as FreezeRay does.
  private static func report(_ line: String) { print(line) }
}
