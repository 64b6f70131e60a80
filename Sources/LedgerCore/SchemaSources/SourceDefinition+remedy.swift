internal import MigrationSources
internal import SQLiteSandbox
package import SQLiteSyntax

extension SourceDefinition {
  /// What explains a failure of the SQL, besides the SQL.
  package func remedy(for error: LedgerError) -> Remedy? {
    guard case .sqlFailed(let path, _, let reason) = error else { return nil }
    if reason.constraint == .notNull, ScratchDatabase.sqliteVersionNumber < 3_042_000, mentions("SUBSEC") {
      // Before, a date with an unknown modifier is NULL. https://www.sqlite.org/changes.html#version_3_42_0
      return .useNewerSQLite(for: "the modifier 'subsec' of dates", release: "3.42.0")
    }
    // The last program before the file may make what is missing.
    let programs = notices.filter { $0.reason == .codeStep && $0.path < path }.map(\.path)
    return error.missingName == nil ? nil : programs.max().map { .runProgram(path: $0) }
  }

  private func mentions(_ word: StaticString) -> Bool {
    guard case .scripts(let scripts) = creation else { return false }
    return scripts.contains { $0.up.mentions(word) }
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
