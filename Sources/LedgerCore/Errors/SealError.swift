internal import Findings
internal import LedgerEntries

/// Why a seal cannot be made or read.
public enum SealError: Error, Sendable, Hashable {
  /// The ledger at HEAD has an error; `message` is that of the finding.
  case damaged(message: String)
  /// There is no annotated tag and no file of this name.
  case notFound(name: String)
  /// The tag or the file is not a statement of schemaledger, or is incomplete.
  case notASeal(name: String)

  /// What stopped the work, in one sentence without a full stop.
  public var message: String {
    switch self {
    case .damaged(let message): "the ledger is not sealed, because \(message)"
    case .notFound(let name): "there is no annotated tag and no file '\(name.shortened)'"
    case .notASeal(let name): "'\(name.shortened)' is not a seal, or is incomplete"
    }
  }

  /// What to do.
  public var hint: String {
    switch self {
    case .damaged: "schemaledger verify"
    case .notFound: "git fetch --tags; or make one: schemaledger seal --tag NAME"
    case .notASeal: "a seal is what schemaledger seal writes: a tag, or a file"
    }
  }
}
