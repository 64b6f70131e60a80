/// What is wrong, or will go wrong, with a migration plan or with the containers of a store, at the place of the declaration.
public struct PlanFinding: Sendable, Hashable {
  /// What it is about.
  public enum Kind: Sendable, Hashable {
    /// A version other than the last one has classes that the last one has, too.
    case liveModels
    /// The list of versions or stages is not complete, or contradicts itself.
    case list
    /// A container opens other models than those of the last version.
    case otherModels
    /// Two containers open one file with different models.
    case sharedStore
  }

  /// What it is about.
  public let kind: Kind
  /// The name under which a ledger freezes the version that it is about; `nil` if it is not about one.
  public let version: String?
  /// Where the declaration is.
  public let place: ModelPlace
  /// The problem as a sentence without a full stop.
  public let message: String
  /// What to do next.
  public let hint: String

  var withoutVersion: PlanFinding { PlanFinding(kind: kind, version: nil, place: place, message: message, hint: hint) }
}
