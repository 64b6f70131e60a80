internal import SQLiteSandbox
internal import SQLiteSyntax

extension LintRule {
  /// > A view … is … checked … when it is used
  ///
  /// DROP TABLE does not check which views and triggers use the table. https://www.sqlite.org/lang_droptable.html
  static let brokenDependents = LintRule("SL459", "broken-dependents", .error) { trace in
    let before = Set(trace.start.failures.map(\.name))
    return trace.end.failures.compactMap { failure in
      guard !before.contains(failure.name), trace.final.failures.contains(where: { $0.name == failure.name }),
        let step = trace.steps.last(where: { step in
          !step.before.failures.contains { $0.name == failure.name }
            && step.after.failures.contains { $0.name == failure.name }
        })
      else { return nil }
      let effect = failure.kind == "view" ? "every query of it fails" : "every write that fires it fails"
      return LintFinding(
        step, "the \(failure.kind) \(failure.name) no longer compiles (\(failure.message)): \(effect)",
        hint:
          "run DROP \(failure.kind.uppercasedASCII) \(Keyword.quote(failure.name)); before, and create it again for the new schema if it is still needed",
        object: failure.name)
    }
  }
}
