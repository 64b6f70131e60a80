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
    try freeze(schema, version, in: FixtureFolders(outputDirectory))
  }

  /// Freezes a version in one of the layouts that frozen versions have.
  ///
  /// - Throws: as ``freeze(schema:version:outputDirectory:)``.
  package static func freeze(_ schema: any VersionedSchema.Type, _ version: String, in folders: FixtureFolders) throws {
    // A check writes nothing, not even a folder.
    let isFrozen = try folders.version(version) != nil
    let isNew =
      try !isFrozen
      && FixtureWriting.locked(folders.own) { writing in
        guard try folders.version(version) == nil else { return false }
        let built = try BuiltVersion(of: Schema(versionedSchema: schema))
        try writing.write(try files(of: built, version, in: folders), of: version)
        return true
      }
    guard isNew else { return try checkDrift(schema, version, in: folders) }
    report("✅ Frozen schema \(version) → \(folders.shownPath)/\(version)/")
  }

  /// The files of a version's folder.
  private static func files(
    of built: BuiltVersion, _ version: String, in folders: FixtureFolders
  ) throws -> [String: [UInt8]] {
    let name: Version
    do {
      name = try Version(version)
    } catch {
      throw SchemaLedgerError.custom(error.message)
    }
    if folders.isFreezeRays { return built.freezeRayFiles }
    return EntryDraft(
      name, schema: built.schema, of: "App", fixture: built.fixture, from: .init(kind: "swift"),
      parents: try parents(of: name, in: folders), model: built.model
    ).files
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
    try checkDrift(schema, version, in: FixtureFolders(directory))
  }

  /// Checks that the declarations of a version equal those frozen in a folder, and that the files of that folder are
  /// those that were frozen.
  ///
  /// - Throws: as ``checkDrift(schema:version:)``.
  package static func checkDrift(
    _ schema: any VersionedSchema.Type, _ version: String, in folders: FixtureFolders
  ) throws {
    guard let frozen = try folders.version(version) else {
      let places = folders.all.map { "\n   \($0.path)/\(version)" }.joined()
      throw SchemaLedgerError.custom(
        "No frozen fixture found for v\(version)\n   Looked at:\(places)\n   Run: schemaledger freeze \(version)")
    }
    try frozen.checkFiles()
    let built = try BuiltVersion(of: Schema(versionedSchema: schema))
    switch frozen.layout {
    case .freezeRay(let digest):
      let actual = sha256(built.storedSQL)
      let model = try frozen.modelInFixture()
      let differences = try model.map { try built.declared.differences(fromFrozen: $0) } ?? []
      guard digest == actual else {
        throw SchemaLedgerError.schemaDrift(
          version: version, expected: digest, actual: actual, differences: differences)
      }
      if let model, !differences.isEmpty {
        throw SchemaLedgerError.schemaDrift(
          version: version, expected: sha256(model), actual: sha256(built.model), differences: differences)
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
    try testAllMigrations(migrationPlan, in: FixtureFolders(directory))
  }

  /// Migrates every version that is frozen in a folder. Versions of the plan that have `@FreezeSchema` and are not frozen
  /// yet are frozen first, in the order of the plan.
  ///
  /// - Throws: as ``testAllMigrations(migrationPlan:)``.
  package static func testAllMigrations<Plan: SchemaMigrationPlan>(
    _ migrationPlan: Plan.Type, in folders: FixtureFolders
  ) throws {
    guard let newest = Plan.schemas.last else { throw SchemaLedgerError.custom("\(Plan.self) has no schemas") }
    for schema in Plan.schemas {
      // Tests run at the same time, so the test that freezes the version may not have come to it.
      guard let version = schema._$frozenVersion, try folders.version(version) == nil else { continue }
      report("\(version) is not frozen yet")
      try freeze(schema, version, in: folders)
    }
    let versions = try folders.versions()
    guard !versions.isEmpty else {
      throw SchemaLedgerError.custom(
        "There is no frozen version to test in \(folders.all.map(\.path).joined(separator: " or ")), and no version of "
          + "\(Plan.self) has @FreezeSchema\n   Run: schemaledger freeze VERSION")
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
    try testMigration(from, to, migrationPlan, in: FixtureFolders(directory))
  }

  /// Migrates one version that is frozen in a folder to another.
  ///
  /// - Throws: as ``testMigration(from:to:migrationPlan:)``.
  package static func testMigration(
    _ from: any VersionedSchema.Type, _ to: any VersionedSchema.Type, _ migrationPlan: any SchemaMigrationPlan.Type,
    in folders: FixtureFolders
  ) throws {
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

  /// Reports progress in the output of a test run, as FreezeRay does.
  private static func report(_ line: String) { print(line) }
}
