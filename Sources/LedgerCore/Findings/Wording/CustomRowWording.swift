package import Findings
internal import LedgerEntries
internal import SQLiteSandbox

// SL317.

extension CustomRowFacts {
  func message(of finding: Finding) -> String {
    switch self {
    case .fail(.sqlFailed(let path, let line, let error)):
      "\(path)\(line.map { ":\($0)" } ?? "") fails on a \(finding.version ?? "") database: \(error.message)"
    case .fail(let error): error.message
    case .noVersion: "\(finding.path ?? "") is not named after a frozen version, so its rows are not used"
    }
  }

  func help(for finding: Finding) -> Help? {
    switch self {
    case .fail(let error):
      error.hint.map { Help($0) }
        ?? "the rows must fit the schema of \(finding.version ?? ""): \(inspect: "schemaledger show \((finding.version ?? "").shellWord)")"
    case .noVersion: "rename it to VERSION.sql; to list the versions: \(inspect: "schemaledger log")"
    }
  }
}
