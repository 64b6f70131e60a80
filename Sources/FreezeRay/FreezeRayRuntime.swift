public import Foundation
internal import SchemaFreezing
public import SchemaModel

/// FreezeRay's functions for tests. Versions are frozen in `FreezeRay/Fixtures`, with FreezeRay's four files. In a package
/// that has a ledger, they are frozen in `SchemaLedger/Fixtures`, as entries of the ledger, and those in
/// `FreezeRay/Fixtures` are read.
///
/// In two cases FreezeRay passes and these functions fail: freezing a version that is frozen with other declarations,
/// and testing migrations if nothing is frozen.
public enum FreezeRayRuntime {
  /// Freezes a version. If it is already frozen, checks it instead: a frozen version is never overwritten.
  ///
  /// - Parameter outputDirectory: the fixtures folder; `nil` for the package's.
  /// - Throws: ``FreezeRayError``; `SwiftDataError` if the schema cannot be stored.
  public static func freeze<S: VersionedSchema>(
    schema: S.Type, version: String, outputDirectory: URL? = nil
  ) throws {
    try translatingErrors {
      try SchemaLedgerRuntime.freeze(schema, version, in: FixtureFolders(outputDirectory, isForFreezeRay: true))
    }
  }

  /// Checks that the declarations of a version equal the frozen ones.
  ///
  /// - Throws: `FreezeRayError.schemaDrift`; `.custom` if the version is not frozen.
  public static func checkDrift<S: VersionedSchema>(schema: S.Type, version: String) throws {
    try translatingErrors { try SchemaLedgerRuntime.checkDrift(schema, version, in: folders) }
  }

  /// Migrates every frozen version to the newest schema of the plan, filled with generated objects.
  ///
  /// - Throws: `FreezeRayError.custom` if a migration fails or there is no frozen version.
  public static func testAllMigrations<Plan: SchemaMigrationPlan>(migrationPlan: Plan.Type) throws {
    try translatingErrors { try SchemaLedgerRuntime.testAllMigrations(migrationPlan, in: folders) }
  }

  /// Migrates one frozen version to another, filled with generated objects.
  ///
  /// - Throws: `FreezeRayError.custom` if the migration fails or `from` is not frozen.
  public static func testMigration<From: VersionedSchema, To: VersionedSchema, Plan: SchemaMigrationPlan>(
    from: From.Type, to: To.Type, migrationPlan: Plan.Type
  ) throws {
    try translatingErrors {
      try SchemaLedgerRuntime.testMigration(from, to, migrationPlan, in: folders)
    }
  }

  /// Throws. `@FreezeSchema` generates a call of it in an enum that does not conform to `VersionedSchema`.
  ///
  /// - Throws: `FreezeRayError.custom`, always.
  @_disfavoredOverload
  public static func freeze(schema: Any.Type, version: String) throws {
    try translatingErrors { try SchemaLedgerRuntime.freeze(schema: schema, version: version) }
  }

  /// Throws, as ``freeze(schema:version:)``.
  ///
  /// - Throws: `FreezeRayError.custom`, always.
  @_disfavoredOverload
  public static func checkDrift(schema: Any.Type, version: String) throws {
    try translatingErrors { try SchemaLedgerRuntime.checkDrift(schema: schema, version: version) }
  }

  /// The folders of the package.
  private static var folders: FixtureFolders { FixtureFolders(nil, isForFreezeRay: true) }

  /// Throws a ``FreezeRayError`` for each error of the ledger. FreezeRay's case for drift has no place for the entities
  /// and properties that differ, so they are printed.
  private static func translatingErrors(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as SchemaLedgerError {
      if case .schemaDrift(_, _, _, let differences) = error {
        for difference in differences { print("   \(difference)") }
      }
      throw FreezeRayError(error)
    }
  }
}
