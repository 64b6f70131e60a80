public import SchemaModel

/// The settings of an app's store.
///
///     struct DiaryStorage: PercyConfiguration {
///       static var identifier: String { "org.example.diary" }
///       static var iCloudContainer: String? { nil }
///       static var name: String { "Diary" }
///       static var versionedSchema: any VersionedSchema.Type { DiarySchemaV3.self }
///       static var migrationPlan: any PercyMigrationPlan.Type { DiaryForwardMigrationPlan.self }
///     }
public protocol PercyConfiguration: SendableMetatype {
  /// The app's identifier.
  static var identifier: String { get }
  /// The app's iCloud container; `nil` if its store is not synchronised. If there is one, plan and models are checked
  /// against CloudKit's rules. Nothing is synchronised, because CloudKit exists only on Apple's systems.
  static var iCloudContainer: String? { get }
  /// The app's name.
  static var name: String { get }
  /// The version of the models that the app uses. It must be one of the plan's.
  static var versionedSchema: any VersionedSchema.Type { get }
  /// The plan that migrates stores of other versions.
  static var migrationPlan: any PercyMigrationPlan.Type { get }
}

extension PercyConfiguration {
  /// The models of ``versionedSchema``.
  public static var schema: Schema { Schema(versionedSchema: versionedSchema) }

  /// Checks the plan and then the models, without opening a file.
  ///
  /// - Throws: ``PercyError/invalidMigrationPlan``, ``PercyError/invalidSchema``.
  public static func validate() throws {
    guard migrationPlan.validateMigrationStages(self) else { throw PercyError.invalidMigrationPlan }
    guard migrationPlan.validateSchemas(self) else { throw PercyError.invalidSchema }
  }

  /// Why ``validate()`` throws: the problems of the plan, then those of the models. Empty if it does not throw.
  ///
  /// Each problem is a sentence without a full stop. If a plan has its own validation function that returns `false`, and
  /// nothing else is wrong, the problem names the function.
  public static var problems: [String] {
    let stages = migrationPlan.stageProblems(self)
    let schemas = migrationPlan.schemaProblems(self)
    return migrationPlan.reasons(stages, migrationPlan.validateMigrationStages(self), "validateMigrationStages")
      + migrationPlan.reasons(schemas, migrationPlan.validateSchemas(self), "validateSchemas")
  }
}

extension PercyMigrationPlan {
  fileprivate static func reasons(_ problems: [String], _ isValid: Bool, _ function: String) -> [String] {
    if isValid { return [] }
    return problems.isEmpty ? ["\(function)(_:) of \(self) returned false"] : problems
  }
}
