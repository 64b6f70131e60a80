extension LintRule {
  /// > If a keyword in double quotes … is used in a context where it cannot be resolved to an identifier but where a
  /// > string literal is allowed, then the token is understood to be a string literal instead of an identifier.
  ///
  /// https://www.sqlite.org/quirks.html#dblquote
  static let quotedText = LintRule("SL451", "quoted-text", .warning) { trace in
    trace.steps.flatMap { step -> [LintFinding] in
      let copied = step.copiedColumns
      return step.texts.sorted().map { text in
        let name = "\"\(text)\""
        guard let target = copied[text] else {
          return LintFinding(
            step, "\(name) is no column, so SQLite reads it as a string, and a SQLite without that habit refuses it",
            hint: "write \(CanonicalPrinter.string(text)) for the string, or the name of a column that is there")
        }
        return LintFinding(
          step,
          "\(name) is no column, so SQLite reads it as a string: every row gets the text '\(text)' as its \(target.column)",
          hint:
            "write the name of a column of \(target.tables), or \(CanonicalPrinter.string(text)) where the text is meant",
          object: target.table, column: target.column, severity: .error)
      }
    }
  }
}

extension ScriptTrace.Step {
  fileprivate typealias Target = (table: String, column: String, tables: String)

  /// By the `"…"` that stands alone as the value of a column: where it goes.
  fileprivate var copiedColumns: [String: Target] {
    var copied: [String: Target] = [:]
    switch action {
    case .insert(let insertion):
      guard let table = before.table(insertion.table), let source = insertion.source, !source.tables.isEmpty else {
        break
      }
      for (column, result) in insertion.targets(in: table) ?? []
      where result.tokens.count == 1 && result.tokens[0].kind == .doubleQuoted {
        copied[result.tokens[0].text] = (insertion.table, column, source.tables.joined(separator: ", "))
      }
    case .update(let update):
      for assignment in update.assignments
      where assignment.value.count == 1 && assignment.value[0].kind == .doubleQuoted {
        // What a column is set to for some rows alone is a value: that is how one is written.
        guard update.filter.isEmpty, let column = assignment.columns.first else { continue }
        copied[assignment.value[0].text] = (update.table, column, update.table)
      }
    default: break
    }
    return copied
  }
}
