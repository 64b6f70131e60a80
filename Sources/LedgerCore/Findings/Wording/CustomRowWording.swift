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

  func help(for finding: Finding) -> String? {
    switch self {
    case .fail(let error):
      error.hint
        ?? "the rows must fit the schema of \(finding.version ?? ""): schemaledger show \(finding.version ?? "")"
    case .noVersion: "rename it to VERSION.sql; to list the versions: schemaledger log"
    }
  }
}
