internal import Findings
internal import LedgerEntries

/// Why a version cannot be withdrawn, or cannot be used because it was.
public enum WithdrawalError: Error, Sendable, Hashable {
  /// The version was withdrawn and has not been frozen again.
  case isWithdrawn(version: String, reason: String)
  /// The same, when it is to be withdrawn again.
  case wasWithdrawn(version: String, reason: String)
  /// The entry exists only in the work tree or the index.
  case notCommitted(version: String, folder: String)
  /// The withdrawal is written or staged, and not committed.
  case uncommitted(version: String, ledger: String)
  /// The version is not in the ledger, and history has several contents of it.
  case severalContents(version: String, ids: [String])
  /// No entry of the version has an id that begins with this text.
  case unknownEntry(version: String, id: String)
  /// The text is the tag of a release with the schema of this version.
  case otherVersion(text: String, version: String)

  /// What stopped the work, in one sentence without a full stop.
  public var message: String {
    switch self {
    case .isWithdrawn(let version, let reason): "version \(version) was withdrawn: \(reason)"
    case .wasWithdrawn(let version, let reason): "version \(version) is withdrawn already: \(reason)"
    case .notCommitted(let version, _): "version \(version) is not committed, so there is nothing to withdraw"
    case .uncommitted(let version, _): "the withdrawal of \(version) is not committed"
    case .severalContents(let version, let ids):
      "version \(version) is not in the ledger, and was frozen with several contents: entries "
        + ids.map { String($0.prefix(12)) }.joined(separator: ", ")
    case .unknownEntry(let version, let id):
      "no commit has an entry of version \(version) whose id begins with '\(id.shortened)'"
    case .otherVersion(let text, let version):
      "no version is called \(text.shortened); the release of that name has the schema of \(version)"
    }
  }

  /// A command that helps.
  public var hint: String {
    switch self {
    case .isWithdrawn(let version, _), .wasWithdrawn(let version, _):
      "schemaledger show \(version.shellWord); to freeze it again: schemaledger freeze \(version.shellWord)"
    case .notCommitted(_, let folder):
      "git rm -rfq --cached --ignore-unmatch \(folder.shellWord) && rm -r \(folder.shellWord)"
    case .uncommitted(_, let ledger):
      "git add -A \(ledger.shellWord) && git commit -m 'Withdraw a version' -- \(ledger.shellWord)"
    case .severalContents: "choose one with --entry ID"
    case .unknownEntry: "schemaledger log --all"
    case .otherVersion(_, let version):
      "to withdraw that version: schemaledger withdraw \(version.shellWord) --reason TEXT"
    }
  }
}
