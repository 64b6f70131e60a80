internal import MigrationSources
internal import SQLiteSandbox
package import SQLiteSyntax

extension SourceDefinition {
  /// What explains a failure of the SQL, besides the SQL.
  package func remedy(for error: LedgerError) -> Remedy? {
    guard case .sqlFailed(let path, let line, _) = error else { return nil }
    // So may a statement of the migrations that is not SQL.
    let statements = notices.filter {
      $0.reason == .statement && ($0.path != path || ($0.number ?? 0) < (line ?? .max))
    }
    if error.missingName != nil, let last = statements.last {
      return .runProgram(path: "\(last.path):\(last.number ?? 1)")
    }
    // The last program before the file may make what is missing.
    let programs = notices.filter { $0.reason == .codeStep && $0.path < path }.map(\.path)
    return error.missingName == nil ? nil : programs.max().map { .runProgram(path: $0) }
  }
}

extension LedgerError {
  /// The table or the column that the database lacks, without the name of its schema; `nil` for other errors.
  package var missingName: Identifier? {
    guard case .sqlFailed(_, _, let error) = self else { return nil }
    let name = if case .table(let table)? = error.unknownName { table } else { error.unknownColumn }
    return name.map { name in name.text.split(separator: ".").last.map { Identifier(String($0)) } ?? name }
  }
}
