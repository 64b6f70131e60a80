internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > This command is only available with external content and contentless tables.
  ///
  /// https://www.sqlite.org/fts5.html#the_delete_command
  static let fullTextDelete = LintRule.each(
    "SL425", "'delete' command of an ordinary full-text table", "full-text-delete", .error
  ) { step, _ in
    guard step.hasRun, case .create(let creation) = step.action, creation.kind == .trigger, let table = creation.table,
      let index = step.tokens.deletesFromIndex, let virtual = step.before.table(index)?.virtual,
      virtual.module == "fts5", !virtual.arguments.contains(where: { $0.isContentOption })
    else { return nil }
    return LintFinding(
      step, FullTextDelete(trigger: creation.name.text, table: table.text, index: index.text), object: index)
  }
}

struct FullTextDelete: LintViolation {
  let trigger: String
  /// The table of the trigger.
  let table: String
  /// The full-text table.
  let index: String

  static var rule: LintRule { .fullTextDelete }
  var message: String {
    "\(index) keeps its own content, so that its 'delete' command fails, and with it each statement on \(table) that fires \(trigger)"
  }
  var help: Help { "in the trigger, write DELETE FROM \(Keyword.quote(index)) WHERE rowid = old.rowid;" }
}

extension [Token] {
  /// The table `t` of `INSERT INTO t (t, …) VALUES ('delete', …)`; `nil` if there is no such statement.
  fileprivate var deletesFromIndex: Identifier? {
    for index in indices where self[index].isKeyword("INTO") && index + 3 < endIndex {
      let name = self[index + 1]
      guard name.isName, self[index + 2].isPunctuation("("), self[index + 3].isName,
        self[index + 3].identifier == name.identifier,
        let values = self[index...].firstIndex(where: { $0.isKeyword("VALUES") || $0.isKeyword("SELECT") }),
        let first = self[(values + 1)...].first(where: { !$0.isPunctuation("(") }), first.kind == .string,
        first.text == "delete"
      else { continue }
      return name.identifier
    }
    return nil
  }
}

extension String {
  /// Whether it is the argument `content=…` of a full-text table.
  fileprivate var isContentOption: Bool {
    let parts = split(separator: "=", maxSplits: 1)
    return contains("=") && parts.first?.split(separator: " ").joined().lowercased() == "content"
  }
}
