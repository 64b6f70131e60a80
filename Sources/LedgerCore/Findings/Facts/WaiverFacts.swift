/// Facts about a waiver: SL501 and SL502. The finding's path and line are those of the waiver.
package enum WaiverFacts: Sendable, Hashable, Codable {
  /// No finding matches it.
  case unused(Subject)
  /// Its version is frozen, or its day has passed; `nil` if it has no limit.
  case expired(Subject, Waiver.Limit?)

  /// The finding that is waived.
  package struct Subject: Sendable, Hashable, Codable {
    let code: Finding.Code
    let versions: [String]
    package let path: String?
    let object: String?
    let column: String?
  }

  var code: Finding.Code {
    switch self {
    case .unused: .unusedWaiver
    case .expired: .expiredWaiver
    }
  }
}
