/// What is wrong, or will go wrong, with a migration plan. It has facts and no severity: whether a version has been
/// released, and what the app does if a migration fails, is not in the sources.
///
/// SwiftData migrates with the staged migrations of Core Data, which finds the version of a store by the hashes of its
/// entities. It refuses a store whose hashes no version has with the error 134504, "Cannot use staged migration with an
/// unknown model version". Several of the cases lead there.
public struct PlanProblem: Sendable, Hashable {
  /// A model class of an older version that the last version has too.
  public struct LiveModel: Sendable, Hashable, Comparable {
    /// The dotted name of the class.
    public let name: String
    /// The dotted name of the plan's last version if the class is nested in it; `nil` if it is not nested in a version.
    public let lastVersion: String?
    /// Where the class is declared.
    public let location: SourceLocation

    /// Compares the names, then the places.
    public static func < (one: LiveModel, other: LiveModel) -> Bool {
      (one.name, one.location) < (other.name, other.location)
    }
  }

  /// How the models that a container opens differ from those of a version. An entity is in one of the lists only.
  public struct OpenedModels: Sendable, Hashable {
    /// Where the container is created.
    public let container: SourceLocation
    /// The dotted name of the version.
    public let version: String
    /// The names of the entities that only the version has, sorted.
    public let missing: [String]
    /// The names of the entities that only the container has, sorted.
    public let additional: [String]
    /// The names of the entities for which the two have different classes, sorted.
    public let different: [String]
  }

  /// The kinds of problems. Names of versions and classes are dotted.
  public enum Kind: Sendable, Hashable {
    /// Versions of the plan have the same identifier. No store has shown what SwiftData does then; a person who reads the
    /// identifier in a store cannot tell them apart.
    case sameIdentifier(String, versions: [String])
    /// Versions of a plan with stages have the same models, or models between which Core Data sees no difference. For
    /// stages of such versions it reports "Duplicate version checksums across stages detected".
    ///
    /// https://developer.apple.com/forums/thread/734693
    case sameModels(versions: [String])
    /// A version is in no plan, although most of its entities are in this one. Stores of it cannot be migrated with the
    /// plan. It may be left out on purpose, or not have been released.
    case omittedVersion(String, identifier: String?, entities: [String])
    /// The plan has stages, and none from a version to the next one. No store has shown what SwiftData does then.
    case missingStage(from: String, to: String)
    /// A stage begins or ends with a version that the plan does not list. No store has shown what SwiftData does then.
    case stageOfOmittedVersion(String, stage: StageDeclaration)
    /// A stage is listed after one that begins with a later version. A developer reports that Core Data refuses this with
    /// "A store file cannot be migrated backwards with staged migration"; no store of SwiftData has shown it.
    ///
    /// https://developer.apple.com/forums/thread/804902
    case stageOutOfOrder(StageDeclaration, after: StageDeclaration)
    /// A closure of a stage fetches objects of a class that only the version at the stage's other end has. SwiftData gives
    /// `willMigrate` a context with the models of the older version, and `didMigrate` one with those of the newer.
    ///
    /// https://developer.apple.com/documentation/swiftdata/migrationstage/custom(fromversion:toversion:willmigrate:didmigrate:)
    case classOfOtherVersion(name: String, closure: String, version: String, stage: StageDeclaration)
    /// A container migrates with the plan and opens other models than those of the plan's last version.
    ///
    /// An app whose plan has no stages works in this way: then SwiftData infers a migration to what the container opens.
    /// No store has shown what it does with stages.
    case otherModelsOpened(OpenedModels, planHasStages: Bool)
    /// A version that is not the last one has classes that the last one has too, so it changes with today's models. A
    /// store of it is then a store of no version of the plan.
    ///
    /// Classes that are nested in an older version are not among them: versions share such a class on purpose, and a
    /// change of it is plainly a change of the older version.
    case liveModels(version: String, models: [LiveModel])
  }

  /// The dotted name of the plan.
  public let plan: String
  /// What is wrong.
  public let kind: Kind
  /// The declaration to which it applies: a list of stages or models, an identifier, a version or a container.
  public let location: SourceLocation
}
