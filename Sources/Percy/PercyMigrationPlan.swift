public import SchemaModel

/// A migration plan whose stages all have one direction. Conform to ``ForwardMigrationPlan`` or ``BackwardMigrationPlan``.
public protocol PercyMigrationPlan: SchemaMigrationPlan {
  /// The direction of the stages.
  static var direction: MigrationDirection { get }
  /// Whether the stages can be used with a configuration. ``stageProblems(_:)`` says why they cannot.
  static func validateMigrationStages(_ configuration: any PercyConfiguration.Type) -> Bool
  /// Whether the models can be used with a configuration. ``schemaProblems(_:)`` says why they cannot.
  static func validateSchemas(_ configuration: any PercyConfiguration.Type) -> Bool
}

/// The direction of a plan's stages.
public enum MigrationDirection: Sendable {
  /// From each version to a newer one.
  case forward
  /// From each version to an older one.
  case backward
}

/// A plan that migrates stores to newer versions. The rules of its stages:
///
/// * Each stage leads from a version to a newer one.
/// * The stages are listed in ascending order, and each begins with the version at which the one before it ends.
/// * If the configuration has an iCloud container, all stages are lightweight.
///
/// A plan without stages infers all steps.
public protocol ForwardMigrationPlan: PercyMigrationPlan {}

extension ForwardMigrationPlan {
  /// ``MigrationDirection/forward``
  public static var direction: MigrationDirection { .forward }
}

/// A plan that migrates stores to older versions. The rules of its stages:
///
/// * Each stage leads from a version to an older one.
/// * The stages are listed in descending order, and each begins with the version at which the one before it ends.
/// * All stages are custom, even if their functions are `nil`: what a newer version dropped cannot be inferred.
///
/// The migration ends at the version of the configuration, even if the plan has stages to still older ones.
public protocol BackwardMigrationPlan: PercyMigrationPlan {}

extension BackwardMigrationPlan {
  /// ``MigrationDirection/backward``
  public static var direction: MigrationDirection { .backward }
}

extension PercyMigrationPlan {
  /// Whether ``stageProblems(_:)`` is empty.
  public static func validateMigrationStages(_ configuration: any PercyConfiguration.Type) -> Bool {
    stageProblems(configuration).isEmpty
  }

  /// Whether ``schemaProblems(_:)`` is empty.
  public static func validateSchemas(_ configuration: any PercyConfiguration.Type) -> Bool {
    schemaProblems(configuration).isEmpty
  }

  /// Why the stages cannot be used with a configuration; empty if they can. Each reason is a sentence without a full stop.
  public static func stageProblems(_ configuration: any PercyConfiguration.Type) -> [String] {
    StageRules(self, isSynchronised: configuration.iCloudContainer != nil).problems
  }

  /// Why the models cannot be used with a configuration; empty if they can. The version of the configuration must be one
  /// of the plan's. If the configuration has an iCloud container, every version of the plan must follow CloudKit's rules.
  public static func schemaProblems(_ configuration: any PercyConfiguration.Type) -> [String] {
    SchemaRules(self, configuration).problems
  }
}
