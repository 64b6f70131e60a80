internal import SQLiteSyntax

extension LintRule {
  /// > If … a collating sequence … is not … registered … no such collation sequence
  ///
  /// Only the application can use an index with one of its own functions or collations.
  /// https://www.sqlite.org/expridx.html
  static let applicationName = LintRule.each("SL479", "application-name", .note) { step, trace in
    guard step.hasRun, case .create(let creation) = step.action, creation.kind == .index,
      let name = step.tokens.first(where: { token in
        [.word, .doubleQuoted, .quotedName].contains(token.kind)
          && trace.applicationNames.contains(token.text.foldedASCII)
          && token.text.foldedASCII != creation.name.foldedASCII
          && token.text.foldedASCII != creation.table?.foldedASCII
      })
    else { return nil }
    return LintFinding(
      step, .settings(.applicationName(name.text, table: creation.table)), object: creation.name)
  }
}
