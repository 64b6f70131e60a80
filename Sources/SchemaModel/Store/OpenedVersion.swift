internal import EntityModel
internal import GRDB
internal import Synchronization

/// The version that a store had when its container opened it.
///
/// Another container can migrate the store later, also in another process: a widget, an extension of the app, another
/// process of a server. A save of this container would then write rows that the new version cannot read, and a fetch would
/// read columns that have another meaning. Each transaction of a container therefore begins with ``check(_:)``.
final class OpenedVersion: Sendable {
  private let path: String
  private let metadata: StoreMetadataRow
  /// What a store that SwiftData created is read as, and how.
  private let declared: DeclaredModel
  private let layout: StoreLayout
  /// SQLite's schema cookie, at the last transaction whose metadata was found to be those of this version. Every change
  /// of a table changes it, and so does every migration.
  /// https://www.sqlite.org/pragma.html#pragma_schema_version
  private let cookie: Atomic<Int64>

  /// - Parameter database: the transaction in which the container found or made the version.
  init(
    _ metadata: StoreMetadataRow, declared: DeclaredModel, layout: StoreLayout, path: String, in database: Database
  ) throws {
    self.path = path
    self.metadata = metadata
    self.declared = declared
    self.layout = layout
    cookie = Atomic(try Self.cookie(database))
  }

  /// Checks that the store still has the version.
  ///
  /// - Throws: `StoreError.migratedElsewhere`; for a store of SwiftData also `.unreadableModels` and `.editedVersion`.
  func check(_ database: Database) throws {
    let found = try Self.cookie(database)
    guard found != cookie.load(ordering: .relaxed) else { return }
    // Other changes of the schema, such as an index or VACUUM, leave the version as it is.
    guard let now = try StoreMetadataRow.read(database) else { throw error(found: "unknown") }
    if let model = metadata.model {
      guard now.identifier == metadata.identifier else { throw error(found: "of another store, \(now.identifier)") }
      guard now.model?.identity() == model.identity() else { throw error(found: now.versions.first ?? "unknown") }
    } else {
      let store = try ForeignStore(database, path: path)
      try store.check(declared)
      // The numbers of entities follow from the names of all.
      guard store.layout == layout else { throw error(found: now.versions.first ?? "unknown") }
    }
    cookie.store(found, ordering: .relaxed)
  }

  private func error(found: String) -> StoreError {
    .migratedElsewhere(path: path, opened: metadata.versions.first ?? "unknown", found: found)
  }

  static func cookie(_ database: Database) throws -> Int64 {
    var cookie: Int64 = 0
    try database.cachedStatement(sql: "PRAGMA schema_version").forEachRow([], on: database) {
      cookie = $0.integer(at: 0)
    }
    return cookie
  }

  /// Changes the cookie if a migration has not: one that only makes an attribute required changes no table.
  ///
  /// - Parameter cookie: the one before the migration.
  static func changeCookie(_ cookie: Int64, _ database: Database) throws {
    guard try self.cookie(database) == cookie else { return }
    try database.execute(sql: "CREATE TABLE Z_MIGRATED (Z_PK); DROP TABLE Z_MIGRATED")
  }
}
