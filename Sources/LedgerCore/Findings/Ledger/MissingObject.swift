package import Findings
package import GitStore

extension FindingCode {
  package static let objectMissing = FindingCode("SL106", "Missing Git object", isWaivable: false)
}

/// A Git object is not in this clone.
struct MissingObject: LedgerFinding {
  let object: ObjectID
  /// In a partial clone.
  let isPromised: Bool
  /// The number of commits whose ledgers cannot be read; `nil` if the object belongs to the entry of the finding's version.
  var commitCount: Int?

  var code: FindingCode { .objectMissing }

  func message(of finding: Finding) -> String {
    let subject =
      commitCount.map { "the ledger of \($0) commit\($0 == 1 ? "" : "s")" } ?? finding.version ?? ""
    return "\(subject) cannot be read: object \(object.short) is not in this clone"
  }

  func help(for finding: Finding) -> Help? {
    isPromised
      ? "fetch all objects: \(fix: "git fetch --refetch --no-filter")"
      : "fetch from a clone that has the object; to list what is missing: \(inspect: "git fsck --full")"
  }
}

extension Finding {
  /// - Parameter commits: the number of commits whose ledgers cannot be read; `nil` for one entry.
  package static func objectMissing(_ id: ObjectID, ofLedgersIn commits: Int? = nil, promised: Bool) -> Finding {
    Finding(MissingObject(object: id, isPromised: promised, commitCount: commits))
  }
}
