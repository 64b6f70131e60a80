import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit

extension Wording {
  /// What `verify` says of a seal at the end.
  static func summary(of statement: SealedStatement, isKept: Bool) -> DisplayText {
    let databases = statement.seal.databases
    let count = databases.map(\.entries.count).reduce(0, +)
    let signer: DisplayText
    switch statement.verdict {
    case .good(let good): signer = "signed by \(good.name)"
    case .notGood: return "seal \(statement.name): proves nothing, because its signature is not good"
    case nil where !statement.allowsUnsigned: return "seal \(statement.name): proves nothing, because it is not signed"
    case nil: signer = "not signed"
    }
    let state: DisplayText = isKept ? "all present and unchanged" : "not all present"
    return "seal \(statement.name): \(count) sealed version\(count == 1 ? "" : "s"), \(state); \(signer)"
  }
}

extension VerifyReport {
  /// Whether something that is sealed is missing.
  var breaksSeal: Bool { reports.contains { $0.record.ledger.contains { $0.code == .sealBroken } } }
}
