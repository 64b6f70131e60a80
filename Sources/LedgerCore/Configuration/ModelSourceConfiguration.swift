public import ProjectModels

/// Models that the files of an application declare: SwiftData's in Swift sources, or Core Data's in an `.xcdatamodeld`
/// folder. They are read, and nothing is built unless ``runsStages`` is set.
public struct ModelSourceConfiguration: Sendable, Hashable {
  /// The framework that keeps the store.
  public enum Framework: String, Sendable, Hashable {
    case swiftData = "swiftdata"
    case coreData = "coredata"
  }

  /// The framework that keeps the store.
  public var framework: Framework
  /// The folder of the Swift sources, or that of the Core Data model, relative to the top of the repository. Empty for the
  /// whole repository.
  public var path: String
  /// Which of several SwiftData schemas: the name of a version, or the path of the file that creates the container.
  public var schema: String?
  /// How types are stored that the Swift sources do not declare, by name.
  public var types: [String: StoredType] = [:]
  /// The operating system in `os(…)`, such as `iOS`; `nil` for that of the project.
  public var operatingSystem: String?
  /// Whether a frozen version has the name that the sources give it, such as its `versionIdentifier`. Otherwise the user
  /// chooses the names: releases of an app may change the models and keep the identifier.
  public var usesDeclaredNames = true
  /// Whether `verify` compiles and runs the stages of the migration plan. Only for SwiftData.
  public var runsStages = false
  /// The default for ``stageTimeLimit``, in seconds.
  public static let defaultStageTimeLimit: Double = 120
  /// The time that each stage may take, in seconds.
  public var stageTimeLimit = defaultStageTimeLimit

  /// Creates a source.
  public init(framework: Framework, path: String = "", schema: String? = nil) {
    self.framework = framework
    self.path = path
    self.schema = schema
  }
}
