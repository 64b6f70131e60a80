package import EntityModel

/// Facts about the models that a source declares, if CloudKit synchronises their stores: SL210 and SL211.
package enum ModelFacts: Sendable, Hashable, Codable {
  /// A declaration that CloudKit does not support.
  case unsupported(CloudKitViolation)
  /// A change since a frozen version that CloudKit's schema cannot follow.
  case notFollowed(CloudKitChange)

  var code: Finding.Code {
    switch self {
    case .unsupported: .modelUnsupported
    case .notFollowed: .cloudSchemaChanged
    }
  }
}
