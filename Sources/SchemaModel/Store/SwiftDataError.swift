/// What a container or a context could not do. Errors are equal when they are of one kind; the cause and the sentence do
/// not count, so that `catch SwiftDataError.loadIssueModelContainer` works as it does with SwiftData.
public struct SwiftDataError: Error, Hashable, Sendable, CustomStringConvertible {
  private let kind: String
  /// What was wrong with what; nil where the kind says all.
  public let explanation: String?
  /// The error that stopped it.
  public let underlyingError: (any Error)?

  private init(_ kind: String, _ explanation: String? = nil, _ underlyingError: (any Error)? = nil) {
    self.kind = kind
    self.explanation = explanation
    self.underlyingError = underlyingError
  }

  /// A predicate that cannot be evaluated.
  public static let unsupportedPredicate = SwiftDataError("unsupportedPredicate")
  /// A sort descriptor that cannot be evaluated.
  public static let unsupportedSortDescriptor = SwiftDataError("unsupportedSortDescriptor")
  /// A key path that leads to no persisted property.
  public static let unsupportedKeyPath = SwiftDataError("unsupportedKeyPath")
  /// A model type that is not part of the schema, or a version that is not part of the plan.
  public static let unknownSchema = SwiftDataError("unknownSchema")
  /// An object that cannot be saved as it is.
  public static let modelValidationFailure = SwiftDataError("modelValidationFailure")
  /// An object that is in no context.
  public static let missingModelContext = SwiftDataError("missingModelContext")
  /// A store that cannot be opened, made or migrated.
  public static let loadIssueModelContainer = SwiftDataError("loadIssueModelContainer")
  /// A lightweight stage that leads to an older version.
  public static let backwardMigration = SwiftDataError("backwardMigration")
  /// Two configurations of one container that say different things of one store.
  public static let duplicateConfiguration = SwiftDataError("duplicateConfiguration")
  /// A configuration's name that makes no file name.
  public static let configurationFileNameTooLong = SwiftDataError("configurationFileNameTooLong")
  /// A configuration's name that makes no file name.
  public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
    "configurationFileNameContainsInvalidCharacters")
  /// A configuration whose models are not the container's.
  public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
    "configurationSchemaNotFoundInContainerSchema")
  /// A fetch in batches cannot see what is not saved.
  public static let includePendingChangesWithBatchSize = SwiftDataError("includePendingChangesWithBatchSize")
  /// Identifiers cannot be sorted by what is not saved.
  public static let sortingPendingChangesWithIdentifiers = SwiftDataError("sortingPendingChangesWithIdentifiers")
  /// A transaction of the history that cannot be asked for.
  public static let invalidTransactionFetchRequest = SwiftDataError("invalidTransactionFetchRequest")
  /// A part of the history that is not there any more.
  public static let historyTokenExpired = SwiftDataError("historyTokenExpired")

  /// The same kind of error, with its cause.
  func because(_ explanation: String) -> SwiftDataError { SwiftDataError(kind, explanation) }
  /// The same kind of error, with its cause.
  func because(_ error: any Error) -> SwiftDataError { SwiftDataError(kind, "\(error)", error) }

  /// The kind, and the cause.
  public var description: String { explanation.map { "\(kind): \($0)" } ?? kind }

  /// The same kind.
  public static func == (one: SwiftDataError, other: SwiftDataError) -> Bool { one.kind == other.kind }
  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
  /// The same kind.
  public static func ~= (pattern: SwiftDataError, error: any Error) -> Bool { (error as? SwiftDataError) == pattern }
}
