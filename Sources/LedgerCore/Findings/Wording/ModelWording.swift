internal import EntityModel

// SL210 and SL211.

extension ModelFacts {
  var message: String {
    switch self {
    case .unsupported(let violation): "\(violation.place) \(violation.message), which CloudKit does not support"
    case .notFollowed(let change):
      "\(change.place), released in \(change.version), \(change.message), which CloudKit's schema cannot follow"
    }
  }

  var help: Help {
    switch self {
    case .unsupported(let violation): "\(violation.reason): \(violation.hint)"
    case .notFollowed(let change): "\(change.reason): \(change.hint)"
    }
  }
}
