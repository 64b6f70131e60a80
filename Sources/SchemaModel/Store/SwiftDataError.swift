/// An error of a container or a context. Two errors are equal if they are of the same kind; the explanation and the
/// underlying error are ignored, so that `catch SwiftDataError.loadIssueModelContainer` works as in SwiftData.
public struct SwiftDataError: Error, Hashable, Sendable, CustomStringConvertible {
  private let kind: String
  /// Details of the error; `nil` if the kind says everything.
  public let explanation: String?
  /// The cause of the error.
  public let underlyingError: (any Error)?

  private init(_ kind: String, _ explanation: String? = nil, _ underlyingError: (any Error)? = nil) {
    self.kind = kind
    self.explanation = explanation
    self.underlyingError = underlyingError
  }

  /// The predicate cannot be evaluated.
  public static let unsupportedPredicate = SwiftDataError("unsupportedPredicate")
  /// The sort descriptor cannot be evaluated.
  public static let unsupportedSortDescriptor = SwiftDataError("unsupportedSortDescriptor")
  /// The key path does not lead to a persisted property.
  public static let unsupportedKeyPath = SwiftDataError("unsupportedKeyPath")
  /// The model type is not part of the schema, or the version is not part of the plan.
  public static let unknownSchema = SwiftDataError("unknownSchema")
  /// The object cannot be saved because it violates its model.
  public static let modelValidationFailure = SwiftDataError("modelValidationFailure")
  /// The object belongs to no context.
  public static let missingModelContext = SwiftDataError("missingModelContext")
  /// The store cannot be opened, created or migrated.
  public static let loadIssueModelContainer = SwiftDataError("loadIssueModelContainer")
  /// A lightweight stage leads to an older version.
  public static let backwardMigration = SwiftDataError("backwardMigration")
  /// Two configurations of one container contradict each other.
  public static let duplicateConfiguration = SwiftDataError("duplicateConfiguration")
  /// The name of a configuration is too long for a file name.
  public static let configurationFileNameTooLong = SwiftDataError("configurationFileNameTooLong")
  /// The name of a configuration contains characters that a file name cannot have.
  public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
    "configurationFileNameContainsInvalidCharacters")
  /// The configuration has models that the container's schema does not contain.
  public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
    "configurationSchemaNotFoundInContainerSchema")
  /// A fetch in batches cannot include unsaved changes.
  public static let includePendingChangesWithBatchSize = SwiftDataError("includePendingChangesWithBatchSize")
  /// Identifiers cannot be sorted by unsaved values.
  public static let sortingPendingChangesWithIdentifiers = SwiftDataError("sortingPendingChangesWithIdentifiers")
  /// The history request is invalid.
  public static let invalidTransactionFetchRequest = SwiftDataError("invalidTransactionFetchRequest")
  /// The requested part of the history no longer exists.
  public static let historyTokenExpired = SwiftDataError("historyTokenExpired")

  /// An error of the same kind, with its cause.
  func because(_ explanation: String) -> SwiftDataError { SwiftDataError(kind, explanation) }
  /// An error of the same kind, with its cause.
  func because(_ error: any Error) -> SwiftDataError { SwiftDataError(kind, "\(error)", error) }

  /// The kind and the cause.
  public var description: String { explanation.map { "\(kind): \($0)" } ?? kind }

  /// Compares the kinds of two errors.
  public static func == (one: SwiftDataError, other: SwiftDataError) -> Bool { one.kind == other.kind }
  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
  /// Matches errors of the same kind in a `catch` clause.
  public static func ~= (pattern: SwiftDataError, error: any Error) -> Bool { (error as? SwiftDataError) == pattern }
}
