internal import SQLiteSyntax

extension LintRule {
  /// > page_size … will not … change … unless … VACUUM; encoding … once set, cannot be changed; auto_vacuum … must be … before
  /// > any tables are created
  ///
  /// https://www.sqlite.org/pragma.html#pragma_page_size
  static let settledProperty = LintRule.each("SL474", "settled-property", .warning) { step, trace in
    guard case .pragma(let name, .some) = step.action, ["page_size", "encoding", "auto_vacuum"].contains(name),
      step.before.tables.values.contains(where: { !$0.isTemporary })
    else { return nil }
    let isVacuumed = trace.steps(after: step.index).contains { if case .vacuum = $0.action { true } else { false } }
    guard name == "encoding" || !isVacuumed else { return nil }
    return LintFinding(step, .settings(name == "encoding" ? .encodingFixed : .needsVacuum(setting: name)))
  }

  /// `user_version` is part of a transaction, like rows. https://www.sqlite.org/pragma.html#pragma_user_version
  static let versionApart = LintRule.each("SL475", "version-apart", .warning) { step, trace in
    guard case .pragma("user_version", .some) = step.action, step.hasRun, !step.isInTransaction,
      trace.steps.contains(where: { $0.isInTransaction && $0.changesSchema })
    else { return nil }
    return LintFinding(step, .settings(.versionApart))
  }

  /// > Misuse of this pragma can easily result in a corrupt database file.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_writable_schema
  static let writableSchema = LintRule.each("SL477", "writable-schema", .error) { step, _ in
    guard case .pragma("writable_schema", .some(let value)) = step.action, !value.isOff, value != "reset" else {
      return nil
    }
    return LintFinding(step, .settings(.writableSchema))
  }

  /// Finds access to another database file. https://www.sqlite.org/lang_attach.html
  static let otherFile = LintRule("SL478", "other-file", .error) { trace in
    trace.steps.compactMap { step in
      switch step.action {
      case .attach: break
      case .vacuum where step.tokens.contains(where: { $0.isKeyword("INTO") }): break
      default: return nil
      }
      return LintFinding(step, .settings(.otherFile))
    }
  }
}

extension ScriptTrace.Step {
  fileprivate var changesSchema: Bool {
    switch action {
    case .create, .drop, .renameTable, .renameColumn, .addColumn, .dropColumn: true
    default: false
    }
  }
}
