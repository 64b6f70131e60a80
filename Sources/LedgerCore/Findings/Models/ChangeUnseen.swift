package import Findings

extension FindingCode {
  package static let changeUnseen = FindingCode("SL212", "Change that Core Data does not see", .warning)
}

/// A frozen version is declared otherwise, and Core Data does not see it.
struct ChangeUnseen: LedgerFinding {
  /// Each is a sentence without a full stop.
  let changes: [String]

  var code: FindingCode { .changeUnseen }

  func message(of finding: Finding) -> String {
    "\(finding.placeBefore)\(finding.version ?? "a frozen version") is declared differently than it was frozen, and Core Data does not notice: \(changes.joined(separator: "; "))"
  }

  func help(for finding: Finding) -> Help? {
    "stores are opened without a migration, so existing objects keep what they have; if that is intended, freeze the next version with it"
  }
}

extension Finding {
  /// - Parameters:
  ///   - version: the frozen version that is declared otherwise now.
  ///   - changes: the changes, as sentences without a full stop.
  package static func changeUnseen(_ version: String, _ changes: [String], path: String, line: Int) -> Finding {
    Finding(ChangeUnseen(changes: changes)).with(version: version, path: path).setting(\.line, to: line)
  }
}
