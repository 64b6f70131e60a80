package import GitStore

/// Facts about a seal, whose name is `seal`: SL112 and SL113.
package enum SealFacts: Sendable, Hashable, Codable {
  /// The seal has an entry of the finding's version, and the ledger does not; `present` is the id of the version's entry.
  case entryMissing(seal: String, present: String?)
  /// The seal has a withdrawal, and the ledger does not.
  case withdrawalMissing(seal: String)
  /// The seal has a database that the configuration does not have; its ledger was in this folder.
  case databaseMissing(name: String, ledger: String, seal: String)
  /// There is no signature.
  case unsigned(seal: String)
  /// The signature is not good, for this reason.
  case untrusted(seal: String, reason: String)
  /// HEAD does not reach the commit.
  case commitMissing(ObjectID, seal: String)

  var code: Finding.Code {
    switch self {
    case .entryMissing, .withdrawalMissing, .databaseMissing: .sealBroken
    case .unsigned, .untrusted, .commitMissing: .sealUnproved
    }
  }
}
