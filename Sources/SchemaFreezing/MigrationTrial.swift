internal import EntityModel
internal import Foundation
internal import SchemaModel
internal import SystemCalls

/// Migrates a copy of a frozen version.
struct MigrationTrial {
  private let frozen: FrozenVersion
  private let plan: any SchemaMigrationPlan.Type

  init(of frozen: FrozenVersion, plan: any SchemaMigrationPlan.Type) {
    self.frozen = frozen
    self.plan = plan
  }

  /// Whether the fixture has the models of a version.
  func has(_ schema: Schema) throws -> Bool { try frozen.identity().has(schema) }

  /// Fills a copy with generated objects, migrates it, and checks the result.
  ///
  /// - Returns: what a person should know of a successful migration: a sentence for each entity that had objects and has
  ///   none, because a custom stage deletes them on purpose or loses them.
  /// - Throws: `SchemaLedgerError`.
  func run(to target: any VersionedSchema.Type) throws -> [String] {
    let scratch = try TemporaryFolder.create()
    defer { withExtendedLifetime(scratch) {} }
    let copy = URL(fileURLWithPath: scratch.path + "/App.sqlite")
    try frozen.copyFixture(to: copy)
    do {
      let (before, gaps) = try populate(copy)
      let container = try ModelContainer(
        for: Schema(versionedSchema: target), migrationPlan: plan, configurations: ModelConfiguration(url: copy))
      return try gaps + check(container, before)
    } catch let error as SchemaLedgerError {
      throw error
    } catch {
      throw SchemaLedgerError.custom("v\(frozen.version) → \(target.versionIdentifier) failed: \(error)")
    }
  }

  /// Adds generated objects to a store. If the code of its version was deleted, they are generated from the models in the
  /// store.
  ///
  /// - Returns: the number of objects of each entity, and a sentence for each property that has no values.
  private func populate(_ store: URL) throws -> (rows: [String: Int], gaps: [String]) {
    let identity = try StoreIdentity(at: store)
    let hasCode = try plan.schemas.contains { try identity.has(Schema(versionedSchema: $0)) }
    if !hasCode, identity.model != nil {
      let added = try identity.addRows(at: store, count: Self.rowsOfDeletedCode)
      let isEmpty = added.rows.values.allSatisfy { $0 == 0 }
      let empty = isEmpty ? ["\(frozen.version) was migrated without rows, because its code was deleted:"] : []
      return (added.rows, empty + added.gaps.map { "\(frozen.version): \($0.message)" })
    }
    let schema = try identity.schema(in: plan)
    if identity.isMadeBySwiftData { try StoreIdentity.adopt(store, as: schema) }
    return (try populate(store, schema), [])
  }

  /// The number of rows of each entity.
  private static let rowsOfDeletedCode = 40

  private func populate(_ store: URL, _ schema: Schema) throws -> [String: Int] {
    let container = try ModelContainer(for: schema, configurations: ModelConfiguration(url: store))
    _ = try ModelPopulation(of: container)
    return try container.rowCounts()
  }

  /// Checks that every object can be read and that the file is intact. If all stages are lightweight, also checks that
  /// no entity has lost objects. A custom stage may delete objects on purpose.
  private func check(_ container: ModelContainer, _ before: [String: Int]) throws -> [String] {
    try container.readAll()
    if let problem = try container.integrityProblem() {
      throw SchemaLedgerError.custom("v\(frozen.version): the migrated store is damaged: \(problem)")
    }
    let after = try container.rowCounts()
    let isLossless = plan.stages.allSatisfy(\.isLightweight)
    var remarks: [String] = []
    for (entity, count) in before.sorted(by: { $0.key < $1.key }) where count > 0 {
      // An entity that the newer version does not have may have been renamed.
      guard let now = after[entity] else { continue }
      if isLossless, now < count {
        throw SchemaLedgerError.custom(
          "v\(frozen.version): \(entity) had \(count) objects before the migration and has \(now) after it")
      }
      if now == 0 { remarks.append("none of the \(count) objects of \(entity) is left after the custom stages") }
    }
    return remarks
  }
}
