internal import CanonicalJSON
internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > If … a collating sequence … is not … registered … no such collation sequence
  ///
  /// Only the application can use an index with one of its own functions or collations.
  /// https://www.sqlite.org/expridx.html
  static let applicationName = LintRule.each(
    "SL479", "Function or collation of the application", "application-name", .note
  ) { step, trace in
    guard step.hasRun, case .create(let creation) = step.action, creation.kind == .index,
      let name = step.tokens.first(where: { token in
        [.word, .doubleQuoted, .quotedName].contains(token.kind)
          && trace.applicationNames.contains(token.identifier)
          && token.identifier != creation.name
          && token.identifier != creation.table
      })
    else { return nil }
    return LintFinding(
      step, ApplicationName(identifier: name.text, table: creation.table?.text), object: creation.name)
  }
}

struct ApplicationName: LintViolation {
  enum CodingKeys: String, CodingKey {
    case identifier = "name"
    case table
  }

  /// The function or the collation.
  let identifier: String
  /// The table of the index; `nil` if the parser does not know it.
  @NullIfNil var table: String?

  static var rule: LintRule { .applicationName }
  var message: String {
    "\(identifier) exists only in the application: in any other program, writes to \(table ?? "the table"), VACUUM and integrity_check fail"
  }
  var help: Help { "index a column that the application fills instead" }
}
