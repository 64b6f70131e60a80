/// A way in which a repository keeps its database's schema.
public enum DatabaseKind: String, Sendable, Hashable, CaseIterable {
  /// Swift files that import SwiftData and have `@Model`.
  case swiftData
  /// `.xcdatamodeld` folders, or an `.xcdatamodel` that stands alone.
  case coreData
  /// Swift files that import GRDB and use its `DatabaseMigrator`: migrations are code.
  case grdbMigrator
  /// `.sq` and `.sqm` files.
  case sqlDelight
  /// Schemas that Room exports: https://developer.android.com/training/data-storage/room/migrating-db-versions
  case roomSchemas
  /// Schemas that Drift exports: https://drift.simonbinder.eu/migrations/exports/
  case driftSchemas
  /// Swift files that use SQLite in a way that no source reads.
  case otherSQLite
}
