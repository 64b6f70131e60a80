package import Findings
internal import LedgerEntries
internal import SQLiteSandbox

extension FindingCode {
  package static let customRows = FindingCode("SL317", "Custom rows do not fit")
}

/// The SQL in a ledger's `rows/` folder fails.
struct CustomRowsFail: LedgerFinding {
  let failure: FailureFacts

  init(_ error: LedgerError) { failure = FailureFacts(error) }

  init(from decoder: any Decoder) throws { failure = try FailureFacts(from: decoder) }

  func encode(to encoder: any Encoder) throws { try failure.encode(to: encoder) }

  var code: FindingCode { .customRows }
  var name: String { "rowsFail" }

  func message(of finding: Finding) -> String {
    guard case .sqlFailed(let path, let line, let error) = failure.error else { return failure.error.message }
    return "\(path)\(line.map { ":\($0)" } ?? "") fails on a \(finding.version ?? "") database: \(error.message)"
  }

  func help(for finding: Finding) -> Help? {
    let version = finding.version ?? ""
    return failure.error.hint.map { Help($0) }
      ?? "the rows must fit the schema of \(version): \(inspect: "schemaledger show \(version.shellWord)")"
  }
}

/// The file's name is not that of a frozen version.
struct RowsOfNoVersion: LedgerFinding {
  var code: FindingCode { .customRows }
  var name: String { "noVersion" }
  var severity: Severity { .warning }

  func message(of finding: Finding) -> String {
    "\(finding.path ?? "") is not named after a frozen version, so its rows are not used"
  }

  func help(for finding: Finding) -> Help? {
    "rename it to VERSION.sql; to list the versions: \(inspect: "schemaledger log")"
  }
}

extension Finding {
  package static func rowsDoNotFit(_ version: String, _ error: LedgerError) -> Finding {
    var finding = Finding(CustomRowsFail(error)).with(version: version)
    switch error {
    case .sqlFailed(let path, let line, _): (finding.path, finding.line) = (path, line)
    case .rowsAreNoSchema(let path, let line, _): (finding.path, finding.line) = (path, line)
    default: break
    }
    return finding
  }

  /// - Parameter near: names of versions that may be meant.
  package static func rowsOfNoVersion(_ path: String, near: [String]) -> Finding {
    Finding(RowsOfNoVersion(), remedy: near.isEmpty ? nil : .correctName(to: near)).with(path: path)
  }
}
