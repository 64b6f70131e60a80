internal import CanonicalJSON
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import SQLiteSandbox

/// The upgrade of databases of Room. The version of a database, its `user_version`, decides which migrations run.
struct RoomUpgrade: Sendable {
  private let schemas: RoomSchemas
  private let migrations: RoomMigrations
  /// The version to which the upgrade leads.
  private let destination: RoomSchemas.Version

  /// The upgrade to the version that the application uses; `nil` for any other source.
  init?(_ definition: SourceDefinition) {
    guard let schemas = definition.room, let migrations = definition.roomMigrations else { return nil }
    self.init(schemas, migrations.written(for: schemas), schemas.current)
  }

  private init(_ schemas: RoomSchemas, _ migrations: RoomMigrations, _ destination: RoomSchemas.Version) {
    self.schemas = schemas
    self.migrations = migrations
    self.destination = destination
  }

  /// The digests of the migrations that lead to a frozen version, so that databases may have run them.
  func frozenTexts(in ledger: Ledger) -> Set<String> {
    let frozen = Set(ledger.items.map(\.entry.version.name))
    return Set(
      migrations.known.filter { frozen.contains(String($0.end)) }.map { MigrationRecord.digest($0.migration.text) })
  }

  /// The upgrade to another version; `nil` if Room has not exported it.
  func leading(to name: String) -> RoomUpgrade? {
    schemas.version(named: name).map { RoomUpgrade(schemas, migrations, $0) }
  }

  /// The migrations that Room runs for a frozen version, or why it is not known what it does.
  func steps(for fixture: FrozenFixture) -> Result<[Migration], RoomMigrations.Obstacle> {
    // https://www.sqlite.org/fileformat.html#user_version_number
    let file = fixture.database
    guard file.count >= 64 else { return .failure(.init(reason: "its database cannot be read")) }
    return steps(from: Int(file[60..<64].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }))
  }

  /// The migrations that Room runs for a database of a version, or why it is not known what it does.
  func steps(from version: Int) -> Result<[Migration], RoomMigrations.Obstacle> {
    if version == 0 { return .failure(.init(reason: "its user_version is 0, and Room's versions begin with 1")) }
    if version > destination.number {
      return .failure(.init(reason: "its version is \(version), and that of the source is \(destination.number)"))
    }
    do throws(RoomMigrations.Obstacle) {
      let path = try migrations.path(from: version, to: destination.number)
      return .success(path.isEmpty ? [] : withoutSyncTriggers(version) + path + syncTriggers())
    } catch {
      return .failure(error)
    }
  }

  // MARK: Full-text search

  /// Before its migrations, Room drops the triggers that keep the content of full-text tables.
  ///
  /// https://developer.android.com/reference/androidx/room/Fts4#contentEntity()
  private func withoutSyncTriggers(_ version: Int) -> [Migration] {
    guard let old = schemas.version(named: String(version)) else { return [] }
    let names = Self.triggers(of: old).compactMap { $0.split(separator: " ").first { $0.hasPrefix(Self.prefix) } }
    return Self.script("Room drops triggers", names.map { "DROP TRIGGER IF EXISTS \($0);" }, of: old)
  }

  /// After its migrations, Room makes those of its version.
  private func syncTriggers() -> [Migration] {
    Self.script("Room makes triggers", Self.triggers(of: destination).map { $0 + ";" }, of: destination)
  }

  private static let prefix = "room_fts_content_sync_"

  private static func triggers(of version: RoomSchemas.Version) -> [String] {
    ((try? version.export().statements) ?? []).map(\.sql).filter {
      $0.hasPrefix("CREATE TRIGGER") && $0.contains(prefix)
    }
  }

  private static func script(_ name: String, _ statements: [String], of version: RoomSchemas.Version) -> [Migration] {
    if statements.isEmpty { return [] }
    return [
      Migration(
        id: name, path: version.path, title: name, up: statements.joined(separator: "\n"), down: nil,
        transaction: .perMigration)
    ]
  }

  /// Equal for sources whose upgrades are equal.
  var identity: JSONValue {
    let paths = schemas.versions.map { version -> JSONValue in
      switch steps(from: version.number) {
      case .success(let migrations): .array([.number(version.number)] + migrations.map(ResultKey.name))
      case .failure(let obstacle): [.number(version.number), .string(obstacle.reason)]
      }
    }
    return [
      "destination": .number(destination.number), "kind": .string(RoomConfiguration.kind), "paths": .array(paths),
    ]
  }
}
