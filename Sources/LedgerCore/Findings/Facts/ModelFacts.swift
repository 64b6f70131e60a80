package import EntityModel

/// Facts about the models that a source declares: SL210 and SL211, if CloudKit synchronises their stores, and SL212 to SL216.
package enum ModelFacts: Sendable, Hashable, Codable {
  /// A declaration that CloudKit does not support.
  case unsupported(CloudKitViolation)
  /// A change since a frozen version that CloudKit's schema cannot follow.
  case notFollowed(CloudKitChange)

  /// A frozen version is declared otherwise, and Core Data does not see it. Each change is a sentence without a full stop.
  case unseen(changes: [String])
  /// What is wrong with the migration plan: a sentence without a full stop, and what to do.
  case plan(PlanKind, message: String, hint: String)
  /// The finding's entity or property probably has another name since the finding's version, without an original name.
  case suspectedRename(from: String)

  /// What of a plan is wrong.
  package enum PlanKind: String, Sendable, Hashable, Codable {
    case liveModels, list, otherModels
  }

  var code: Finding.Code {
    switch self {
    case .unsupported: .modelUnsupported
    case .notFollowed: .cloudSchemaChanged
    case .unseen: .changeUnseen
    case .plan(.liveModels, _, _): .liveModels
    case .plan(.list, _, _): .planIncomplete
    case .plan(.otherModels, _, _): .otherModelsOpened
    case .suspectedRename: .suspectedRename
    }
  }
}
