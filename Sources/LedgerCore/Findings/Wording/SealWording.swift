package import Findings
internal import GitStore
internal import LedgerEntries

// SL112 and SL113.

extension SealFacts {
  func message(of finding: Finding) -> String {
    let version = finding.version ?? ""
    let entry = finding.entry.map { "entry \($0.prefix(12))" } ?? ""
    return switch self {
    case .entryMissing(let seal, nil): "\(version) (\(entry)) is sealed in \(seal), and is not in the ledger"
    case .entryMissing(let seal, let present?):
      "\(version) is sealed in \(seal) as \(entry), and is now another one: entry \(present.prefix(12))"
    case .withdrawalMissing(let seal): "\(finding.path ?? "") is sealed in \(seal), and is not in the ledger"
    case .databaseMissing(let name, let ledger, let seal):
      "database \(name) is sealed in \(seal), with its ledger in \(ledger), and is not configured"
    case .unsigned(let seal): "the seal \(seal) is not signed, so whoever can change it can make it fit"
    case .untrusted(let seal, let reason): "the signature of the seal \(seal) is not good: \(reason)"
    case .commitMissing(let commit, let seal):
      "the history of HEAD does not contain \(commit.short), which \(seal) seals"
    }
  }

  func help(for finding: Finding) -> Help? {
    switch self {
    case .entryMissing(let seal, _):
      "to find it: \(inspect: "schemaledger log --all"); if no reference has it, restore it from another clone that has the commit of \(seal)"
    case .withdrawalMissing:
      "to see where it was deleted: \(inspect: "git log --all --diff-filter=D -- \((finding.path ?? "").shellWord)")"
    case .databaseMissing(_, let ledger, _): "configure it again, with ledger: \(ledger)"
    case .unsigned: "seal with a signature: schemaledger seal --tag NAME, or --output FILE"
    case .untrusted: nil
    case .commitMissing: "if this is not another branch, history was rewritten: ask who has the commit"
    }
  }
}
