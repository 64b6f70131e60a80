package import Findings
package import GitStore

extension FindingCode {
  package static let sealUnproved = FindingCode("SL113", "Seal not proved", isWaivable: false)
}

/// A seal has no signature.
struct SealUnsigned: LedgerFinding {
  let seal: String

  var code: FindingCode { .sealUnproved }

  func message(of finding: Finding) -> String {
    "the seal \(seal) is not signed, so whoever can change it can make it fit"
  }

  func help(for finding: Finding) -> Help? {
    "seal with a signature: schemaledger seal --tag NAME, or --output FILE; if something else proves who made it, add --unsigned"
  }
}

/// The signature of a seal is not good, for this reason.
struct SealUntrusted: LedgerFinding {
  let seal: String
  let reason: String

  var code: FindingCode { .sealUnproved }

  func message(of finding: Finding) -> String { "the signature of the seal \(seal) is not good: \(reason)" }

  func help(for finding: Finding) -> Help? { nil }
}

/// A newer seal is in the repository.
struct SealOlder: LedgerFinding {
  let seal: String
  let newer: String

  var code: FindingCode { .sealUnproved }

  func message(of finding: Finding) -> String { "\(newer) seals a later commit than \(seal), which says nothing of it" }

  func help(for finding: Finding) -> Help? {
    "verify the newest seal: \(inspect: "schemaledger verify --seal \(newer.shellWord)")"
  }
}

/// HEAD does not reach the commit of a seal.
struct SealedCommitMissing: LedgerFinding {
  let commit: ObjectID
  let seal: String

  var code: FindingCode { .sealUnproved }
  var severity: Severity { .warning }

  func message(of finding: Finding) -> String {
    "the history of HEAD does not contain \(commit.short), which \(seal) seals"
  }

  func help(for finding: Finding) -> Help? {
    "if this is not another branch, history was rewritten: ask who has the commit"
  }
}

extension Finding {
  package static func unsignedSeal(_ seal: String) -> Finding { Finding(SealUnsigned(seal: seal)) }

  package static func olderSeal(_ seal: String, than newer: String) -> Finding {
    Finding(SealOlder(seal: seal, newer: newer))
  }

  package static func untrustedSeal(_ seal: String, reason: String) -> Finding {
    Finding(SealUntrusted(seal: seal, reason: reason))
  }

  /// The history may have been rewritten, or HEAD may be on another branch.
  package static func sealedCommitMissing(_ commit: ObjectID, seal: String) -> Finding {
    Finding(SealedCommitMissing(commit: commit, seal: seal))
  }
}
