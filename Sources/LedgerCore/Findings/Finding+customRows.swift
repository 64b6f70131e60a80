internal import Findings

// SL317: rows of a ledger's `rows/` folder.

extension Finding {
  package static func rowsDoNotFit(_ version: String, _ error: LedgerError) -> Finding {
    var finding = Finding(.customRows(.fail(error)))
    finding.version = version
    switch error {
    case .sqlFailed(let path, let line, _): (finding.path, finding.line) = (path, line)
    case .rowsAreNoSchema(let path, let line, _): (finding.path, finding.line) = (path, line)
    default: break
    }
    return finding
  }

  /// - Parameter near: names of versions that may be meant.
  package static func rowsOfNoVersion(_ path: String, near: [String]) -> Finding {
    Finding(.customRows(.noVersion), severity: .warning, remedy: near.isEmpty ? nil : .correctName(to: near))
      .with(path: path)
  }
}
