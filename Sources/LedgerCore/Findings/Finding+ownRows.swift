// Rows of one's own.

extension Finding {
  package static func rowsDoNotFit(_ version: String, _ error: LedgerError) -> Finding {
    var finding = Finding(
      .ownRows, error.message,
      hint: error.hint ?? "the rows have to fit the schema of \(version): schemaledger show \(version)")
    finding.version = version
    switch error {
    case .sqlFailed(let path, let line, _): (finding.path, finding.line) = (path, line)
    case .rowsAreNoSchema(let path, let line, _): (finding.path, finding.line) = (path, line)
    default: break
    }
    return finding
  }

  static func rowsOfNoVersion(_ path: String) -> Finding {
    Finding(
      .ownRows, "\(path) is for no frozen version, and its rows are nowhere", severity: .warning,
      hint: "its name has to be that of a version: schemaledger log"
    ).with(path: path)
  }
}
