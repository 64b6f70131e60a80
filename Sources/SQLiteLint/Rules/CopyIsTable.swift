internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > A "CREATE TABLE ... AS SELECT" … A table created using CREATE TABLE AS has no PRIMARY KEY and no constraints of any
  /// > kind. The default value of each column is NULL.
  ///
  /// https://www.sqlite.org/lang_createtable.html#create_table_as_select_statements
  static let copyIsTable = LintRule.each("SL420", "CREATE TABLE AS loses constraints", "copy-is-table", .warning) {
    step, trace in
    guard step.hasRun, case .create(let creation) = step.action, creation.query != nil, !creation.isTemporary,
      let name = trace.names[step.index], let table = trace.end.table(name)
    else { return nil }
    // A copy that remains is not a table of the application; tableLeftOver finds it.
    guard !trace.leftOver.contains(where: { $0.table.name == name }),
      // A later script that is released with this one may rebuild it.
      trace.published.table(name)?.hasConstraints == false
    else { return nil }
    let replaces = trace.start.table(name) != nil
    return LintFinding(
      step, CreatedAsCopy(table: table.name.text, isReplacement: replaces), object: table.name,
      severity: replaces ? .error : .warning)
  }
}

/// CREATE TABLE AS.
struct CreatedAsCopy: LintViolation {
  let table: String
  /// Whether a table of that name existed before.
  let isReplacement: Bool

  static var rule: LintRule { .copyIsTable }
  var message: String {
    "\(table) gets no primary key, NOT NULL, DEFAULT or other constraint\(isReplacement ? "; those of the old table are lost" : "")"
  }
  var help: Help { "write CREATE TABLE with all columns and constraints, then INSERT INTO … SELECT" }
}
