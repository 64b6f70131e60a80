internal import MigrationSources
internal import SQLiteSandbox
package import SQLiteSyntax

extension SourceDefinition {
  /// What explains a failure of the SQL, besides the SQL.
  package func remedy(for error: LedgerError) -> Remedy? {
    guard case .sqlFailed(let path, _, _) = error else { return nil }
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
