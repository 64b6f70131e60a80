internal import EntityModel
internal import Foundation
internal import GRDB

/// Migrates a store to the schema of its container, within the caller's transaction.
struct StoreMigration {
  let path: String
  /// The schema of the container.
  let schema: Schema
  let plan: MigrationSteps?
  /// The files that the migration creates, and those that no row refers to afterwards.
  let files: ExternalChanges

  /// - Throws: `StoreError`. The caller must then roll the transaction back.
  func run(_ metadata: StoreMetadataRow, _ stored: DeclaredModel, _ database: Database) throws -> StoreMetadataRow {
    let cookie = try OpenedVersion.cookie(database)
    guard let plan else {
      try stored.checkIsNotNewer(than: [schema], path)
      try infer(from: stored, to: schema, stage: .lightweight, database)
      return try finish(metadata, cookie, database)
    }
    let versions = plan.schemas.map { Schema(versionedSchema: $0) }
    guard let target = versions.first(where: { $0.declaredModel.identity() == schema.declaredModel.identity() }) else {
      throw StoreError.noPath(
        reason: "the container's schema is not a version of the plan (\(Self.names(versions)))")
    }
    let found: Schema
    if let successor = stored.successor(in: versions, of: plan) {
      try infer(from: stored, to: successor, stage: .lightweight, database)
      found = successor
    } else {
      found = try stored.knownVersion(in: versions, path)
    }
    let stages = plan.stages.isEmpty ? Self.inferredStages(plan.schemas) : plan.stages
    for position in try path(from: found, to: target, versions, stages) {
      try run(stages[position], metadata.identifier, database)
    }
    return try finish(metadata, cookie, database)
  }

  /// - Parameter cookie: SQLite's schema cookie before the migration.
  private func finish(_ metadata: StoreMetadataRow, _ cookie: Int64, _ database: Database) throws -> StoreMetadataRow {
    try MigratedValues(schema: schema, from: metadata.versions.first ?? "unknown").check(database)
    // The bits of changed columns are numbered by the properties of the old models.
    if try database.tableExists("ACHANGE") {
      try database.execute(sql: "UPDATE ACHANGE SET ZCOLUMNS = NULL WHERE ZCOLUMNS IS NOT NULL")
    }
    let metadata = metadata.with(schema.declaredModel)
    try metadata.write(to: database)
    try OpenedVersion.changeCookie(cookie, database)
    return metadata
  }

  private static func names(_ versions: [Schema]) -> String {
    versions.map(\.version.description).joined(separator: ", ")
  }

  // MARK: Stages

  /// Stages for a plan that declares none: every step is inferred, one version at a time, so that no renaming is
  /// missed.
  private static func inferredStages(_ schemas: [any VersionedSchema.Type]) -> [MigrationStage] {
    zip(schemas, schemas.dropFirst()).map { .lightweight(fromVersion: $0, toVersion: $1) }
  }

  private func path(
    from: Schema, to: Schema, _ versions: [Schema], _ stages: [MigrationStage]
  ) throws -> [Int] {
    let names = VersionNames(plan?.schemas ?? [])
    func name(_ version: any VersionedSchema.Type) -> String {
      names.byType[ObjectIdentifier(version)] ?? version.versionIdentifier.description
    }
    func name(_ schema: Schema) -> String {
      versions.firstIndex { $0 === schema }.map { names.all[$0] } ?? schema.version.description
    }
    let steps = stages.map { stage in
      StagePath.Stage(
        from: name(stage.fromVersion), to: name(stage.toVersion), kind: stage.isLightweight ? .lightweight : .custom)
    }
    let models = zip(versions, names.all).map { DeclaredModel(version: $1, entities: $0.declaredModel.entities) }
    do {
      return try StagePath(from: name(from), to: name(to), versions: models, stages: steps).positions
    } catch {
      if case .downwardLightweight = error { throw SwiftDataError.backwardMigration.because(error.message) }
      // Another program has migrated the store, and this one has no stage that leads back.
      if case .gap(_, _, nil) = error, from.version > to.version {
        throw StoreError.newer(path: path, found: name(from), newest: name(to))
      }
      throw StoreError.noPath(reason: "\(error.message); \(error.hint)")
    }
  }

  private func run(_ stage: MigrationStage, _ identifier: String, _ database: Database) throws {
    let from = Schema(versionedSchema: stage.fromVersion)
    let to = Schema(versionedSchema: stage.toVersion)
    switch stage {
    case .lightweight:
      try infer(from: from.declaredModel, to: to, stage: .lightweight, database)
    case .custom(_, _, let willMigrate, let didMigrate):
      let run = StageOperations.Run(
        before: willMigrate.map { [StageOperations.Step("willMigrate", $0)] } ?? [],
        after: didMigrate.map { [StageOperations.Step("didMigrate", $0)] } ?? [])
      try self.run(run, "didMigrate", [], from, to, identifier, database)
    case .operations(_, _, let operations):
      try run(operations.begin(), "the operations", operations.renames, from, to, identifier, database)
    }
  }

  /// - Parameter filling: what should have filled in all required values, for an error.
  private func run(
    _ run: StageOperations.Run, _ filling: String, _ renames: [DeclaredRename], _ from: Schema, _ to: Schema,
    _ identifier: String, _ database: Database
  ) throws {
    let work = StageWork(
      path: path, identifier: identifier, from: from, to: to, plan: plan, database: database, files: files)
    for step in run.before { try work.run(step, on: from) }
    let mapping = try infer(from: from.declaredModel, to: to, stage: .custom, renames: renames, database)
    for step in run.after { try work.run(step, on: to) }
    try work.check(mapping, after: filling)
  }

  @discardableResult
  private func infer(
    from: DeclaredModel, to: Schema, stage: StagePath.Kind, renames: [DeclaredRename] = [], _ database: Database
  ) throws -> InferredMapping {
    let mapping: InferredMapping
    let statements: [String]
    let old: StoreLayout
    do {
      old = try StoreLayout(of: from)
    } catch {
      throw StoreError.invalidSchema(reasons: [error.message])
    }
    let new = try to.layout()
    do throws(MappingError) {
      mapping = try InferredMapping(from: from, to: to.declaredModel, stage: stage, renames: renames)
      statements = try mapping.statements(from: old, to: new) { to.defaultLiterals($0, $1, mapping) }
    } catch {
      throw StoreError.notInferred(
        from: from.version, to: to.version.description,
        reasons: error.reasons.map { "\($0.place): \($0.message); \($0.hint)" })
    }
    let references = try ExternalColumns(of: from, old).references(in: database)
    for statement in statements {
      do {
        try database.execute(sql: statement)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        let tables = to.descriptions.map { ObjectTable($0, in: to, new) }
        throw StoreError.stageFailed(
          from: from.version, to: to.version.description, step: "the mapping",
          cause: StoreError.notUnique(error, in: tables, reason: "several rows of the store have the same values")
            ?? .sqlite(message: error.message ?? "\(error)", statement: statement))
      }
    }
    try ExternalConversion(files: files, database: database).run(mapping, new)
    let kept = try ExternalColumns(of: to.declaredModel, new).references(in: database)
    for reference in references.subtracting(kept) { files.release(reference) }
    return mapping
  }
}

/// The names of a plan's versions: their identifiers. SwiftData tells versions apart by their models, and there are apps
/// with two versions of one identifier; the second is named as the next one after the first, such as 1.1.0.1.
private struct VersionNames {
  /// In the order of the plan.
  private(set) var all: [String] = []
  private(set) var byType: [ObjectIdentifier: String] = [:]

  init(_ versions: [any VersionedSchema.Type]) {
    for version in versions {
      let identifier = version.versionIdentifier.description
      let before = all.count { $0 == identifier || $0.hasPrefix(identifier + ".") }
      let name = before == 0 ? identifier : "\(identifier).\(before)"
      all.append(name)
      byType[ObjectIdentifier(version)] = name
    }
  }
}

/// Runs the program's functions of a stage.
private struct StageWork {
  let path: String
  let identifier: String
  let from: Schema
  let to: Schema
  let plan: MigrationSteps?
  let database: Database
  let files: ExternalChanges

  /// Runs a step with a context for one of the two versions, and saves the changes that the step left unsaved.
  func run(_ step: StageOperations.Step, on schema: Schema) throws {
    let connection = StoreConnection(within: database)
    defer { connection.end() }
    do {
      let store = Store(
        identifier: identifier, schema: schema, layout: try schema.layout(), connection: connection, path: path,
        isReadOnly: false, external: files.folder, stageFiles: files)
      let context = ModelContext(ModelContainer(stage: store, of: plan))
      try step.body(context)
      try context.save()
    } catch {
      throw StoreError.stageFailed(
        from: from.version.description, to: to.version.description, step: step.name, cause: error)
    }
  }

  /// Checks that the steps have filled in all required values.
  func check(_ mapping: InferredMapping, after step: String) throws {
    for (property, sql) in mapping.unfilledQueries(in: try to.layout()) {
      let count = try Int.fetchOne(database, sql: sql) ?? 0
      guard count == 0 else {
        throw StoreError.stageFailed(
          from: from.version.description, to: to.version.description, step: step,
          cause: StoreError.unfilled(entity: property.entity, property: property.name, rows: count))
      }
    }
  }
}

extension MigrationStage {
  /// Whether the stage runs without hooks of the program.
  package var isLightweight: Bool {
    if case .lightweight = self { true } else { false }
  }
}

extension Schema {
  /// The default of an attribute, encoded for its columns; `nil` if there is none. If the attribute has a source, it
  /// has the form of the source's values.
  fileprivate func defaultLiterals(
    _ entity: String, _ attribute: String, _ mapping: InferredMapping
  ) -> [SQLLiteral]? {
    guard let property = descriptions.first(where: { $0.name == entity })?.property(named: attribute),
      let codec = property.codec, let value = property.defaultValue?(), let columns = try? codec.encode(value)
    else { return nil }
    let attributes = mapping.entities.first { $0.name == entity }?.attributes ?? []
    let source = attributes.first { $0.attribute.name == attribute }?.source
    return columns.map { column in
      guard source?.isExternal ?? codec.isExternal, case .blob(let bytes) = column else { return SQLLiteral(column) }
      return .blob(ExternalStorage.column(inline: bytes))
    }
  }
}
