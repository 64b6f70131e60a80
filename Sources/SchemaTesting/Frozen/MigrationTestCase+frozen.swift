public import Foundation
internal import SchemaFreezing
public import SchemaModel

extension MigrationTestCase {
  /// Creates a store of a version that is frozen in `SchemaLedger/Fixtures` or `FreezeRay/Fixtures`. The code of the version
  /// need not exist any more: rows are generated from the model that the frozen store contains.
  ///
  ///     let store = try fixture(frozen: "1.2.0", rows: .generated)
  ///     let container = try await migrate(store: store, to: SchemaV4.self, plan: MyPlan.plan)
  ///
  /// To migrate a version that is in no plan any more, open the store with a container that has no plan: the migration is
  /// then inferred from the model in the store.
  ///
  /// - Parameters:
  ///   - version: the name of the frozen version.
  ///   - rows: the rows to add.
  ///   - directory: the folder that contains a folder for each version; `nil` to search the current folder, which is the
  ///     package's in `swift test`, and its parents.
  /// - Returns: the file of the store, a copy.
  /// - Throws: `SchemaLedgerError.custom` if the version is not frozen, or if the frozen model does not say what values a
  ///   required property may have, as for an enumeration. Then give the values (``FrozenRows/generated(count:values:)``), or
  ///   use ``fixture(frozen:as:rows:directory:populate:)`` with the code of the version.
  public func fixture(frozen version: String, rows: FrozenRows = .none, directory: URL? = nil) throws -> URL {
    let store = try copy(ofFrozen: version, directory)
    if rows.count > 0 { try GeneratedRows(in: store, version: version, given: rows.values).write(rows.count) }
    return store
  }

  /// Creates a store of a frozen version whose code still exists.
  ///
  /// - Parameters:
  ///   - version: the name of the frozen version.
  ///   - schema: the code of that version.
  ///   - rows: the rows to add first.
  ///   - directory: the folder that contains a folder for each version; `nil` to search the current folder and its parents.
  ///   - populate: inserts more objects, which are saved afterwards.
  /// - Returns: the file of the store, a copy.
  /// - Throws: `SchemaLedgerError.custom` if the version is not frozen, or its models differ from those of `schema`; errors of
  ///   `populate`; `SwiftDataError` if the objects cannot be saved.
  public func fixture(
    frozen version: String, as schema: any VersionedSchema.Type, rows: FrozenRows = .none, directory: URL? = nil,
    populate: (ModelContext) throws -> Void = { _ in }
  ) throws -> URL {
    let store = try copy(ofFrozen: version, directory)
    let declared = Schema(versionedSchema: schema)
    let identity = try StoreIdentity(at: store)
    guard try identity.has(declared) else {
      throw SchemaLedgerError.custom("The frozen version \(version) does not have the models of \(schema)")
    }
    if identity.isMadeBySwiftData { try StoreIdentity.adopt(store, as: declared) }
    if rows.count > 0 { try addObjects(to: store, declared, rows, version) }
    try fill(store, declared, populate)
    return store
  }

  private func copy(ofFrozen version: String, _ directory: URL?) throws -> URL {
    let folders = FixtureFolders(directory)
    guard let frozen = try folders.version(version) else {
      let places = folders.all.map { "\n   \($0.path)/\(version)" }.joined()
      throw SchemaLedgerError.custom("No frozen fixture found for v\(version)\n   Looked at:\(places)")
    }
    let store = try TemporaryStores.newStore()
    try frozen.copyFixture(to: store)
    do {
      // A frozen file is often read-only in its repository.
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: store.path)
    } catch {
      throw SchemaLedgerError.custom("\(frozen.fixture.path) could not be copied: \(error.localizedDescription)")
    }
    return store
  }

  private func addObjects(to store: URL, _ schema: Schema, _ rows: FrozenRows, _ version: String) throws {
    let container = try ModelContainer(for: schema, configurations: ModelConfiguration(url: store))
    let population = try ModelPopulation(of: container, rows: rows.count)
    let empty = try container.rowCounts().filter { $0.value == 0 }.keys.sorted()
    guard empty.isEmpty else {
      throw SchemaLedgerError.custom(
        "No objects of \(empty.joined(separator: ", ")) could be generated for v\(version)"
          + population.gaps.map { "\n   \($0)" }.joined())
    }
  }
}
