internal import CanonicalJSON
internal import Digests
internal import GitStore
internal import LedgerCore
internal import LedgerEntries
internal import MigrationSources
internal import PathPatterns

/// The states of a folder of migrations in earlier commits, stored in the ``CacheFolder`` for later runs.
///
/// Reading a folder with hundreds of files takes some milliseconds, and a long history has hundreds of its states. A value
/// with the key `record` is a migration record as canonical JSON. The others are states, by a digest: the positions of the
/// state's records among the records before it, from 0, separated by commas.
///
/// The digest is of everything that a state depends on: the program's version, the configuration of the folder, and the
/// ids of its contents.
final class StoredStates {
  private let file: StoredValues
  private let program: String
  private lazy var stored: [String: [MigrationRecord]] = read()
  private var used: [(digest: String, records: [MigrationRecord])] = []
  private var isChanged = false

  /// The number of states to store.
  private static let capacity = 4000

  init(in folder: CacheFolder, program: String) {
    file = StoredValues(in: folder, "sources", as: "sources 3")
    self.program = program
  }

  /// The digest of everything that the state depends on; `nil` if the state is not stored because it also depends on files
  /// outside the folder, or on files that this clone lacks.
  func digest(_ configuration: DatabaseConfiguration, _ contents: [PathHistory.Content]) -> String? {
    configuration.identity(of: contents).map { identity in
      sha256(JSONValue.object(identity.merging(["program": .string(program)]) { $1 }).canonical)
    }
  }

  /// The migrations of a stored state, which is then kept.
  func records(_ digest: String) -> [MigrationRecord]? {
    guard let records = stored[digest] else { return nil }
    used.append((digest, records))
    return records
  }

  /// Adds the migrations of a state.
  func add(_ records: [MigrationRecord], _ digest: String) {
    used.append((digest, records))
    isChanged = true
  }

  /// Writes the states of this run and then the stored ones, if this run has added any.
  func write() {
    guard isChanged else { return }
    var seen: Set<String> = []
    let states = (used + stored.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 })
      .filter { seen.insert($0.0).inserted }.prefix(Self.capacity)
    var places: [MigrationRecord: Int] = [:]
    var values: [(key: String, value: ArraySlice<UInt8>)] = []
    // Each state follows its records, so that the values that fit are of use even if there are too many.
    for (digest, records) in states {
      for record in records where places[record] == nil {
        places[record] = places.count
        values.append(("record", Array(record.json.canonical.utf8)[...]))
      }
      let positions = records.compactMap { places[$0] }.map(String.init).joined(separator: ",")
      values.append((digest, Array(positions.utf8)[...]))
    }
    file.write(values)
    isChanged = false
  }

  private func read() -> [String: [MigrationRecord]] {
    var records: [MigrationRecord] = []
    var states: [String: [MigrationRecord]] = [:]
    for (key, value) in file.read() {
      if key == "record" {
        guard let record = JSONValue(parsing: Array(value)).flatMap(MigrationRecord.init) else { return [:] }
        records.append(record)
      } else {
        let places = value.split(separator: UInt8(ascii: ",")).map { Int(String(decoding: $0, as: UTF8.self)) ?? -1 }
        guard places.allSatisfy(records.indices.contains) else { return [:] }
        states[key] = places.map { records[$0] }
      }
    }
    return states
  }
}

extension DatabaseConfiguration {
  /// What the migrations depend on besides the program, if they depend only on `contents` of the source's paths; otherwise
  /// `nil`.
  func identity(of contents: [PathHistory.Content]) -> [String: JSONValue]? {
    guard case .migrations(let folder) = source, folder.before.isEmpty,
      let convention = MigrationConvention.named(folder.convention), !convention.readsOtherFolders
    else { return nil }
    let ids = contents.map { content -> String? in
      switch content {
      case .object(let id): id.hex
      case .absent: "absent"
      case .unknown: nil
      }
    }
    guard !ids.contains(nil) else { return nil }
    return [
      "contents": .array(ids.compactMap(\.self).map { .string($0) }), "convention": .string(folder.convention),
      "excluded": .array(folder.excluded.map { .string($0.text) }), "paths": .array(folder.paths.map { .string($0) }),
      "placeholders": .object(folder.placeholders.mapValues { .string($0) }),
      "migrator": folder.migrator.map { .string($0) } ?? .null, "skipsPrograms": .bool(folder.skipsPrograms),
    ]
  }
}
