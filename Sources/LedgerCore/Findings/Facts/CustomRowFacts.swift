/// Facts about the SQL in a ledger's `rows/` folder: SL317.
package enum CustomRowFacts: Sendable, Hashable, Codable {
  case fail(LedgerError)
  /// The file's name is not that of a frozen version.
  case noVersion

  var code: Finding.Code {
    switch self {
    case .fail, .noVersion: .customRows
    }
  }
}
