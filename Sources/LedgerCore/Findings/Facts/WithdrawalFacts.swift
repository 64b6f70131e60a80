/// Facts about a withdrawal: SL101 to SL104 and SL109. The version and the entry are the withdrawn ones.
package enum WithdrawalFacts: Sendable, Hashable, Codable {
  /// The freeze was a mistake, for this reason.
  case withdrawn(reason: String)
  /// The file of the withdrawal differs in what is about to be committed.
  case changed
  /// The file of the withdrawal was deleted, or is about to be.
  case deleted
  /// The withdrawn entry is in the ledger.
  case isPresent
  /// The withdrawal names a parent, by id, that does not exist.
  case missingParent(id: String)

  var code: Finding.Code {
    switch self {
    case .withdrawn: .entryWithdrawn
    case .changed: .entryRewritten
    case .deleted: .entryDeleted
    case .isPresent: .digestMismatch
    case .missingParent: .chainBroken
    }
  }
}
