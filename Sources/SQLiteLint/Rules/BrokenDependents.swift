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
      let facts: LintFacts.Meaning =
        failure.kind == "view"
        ? .viewBroken(failure.name, reason: failure.message) : .triggerBroken(failure.name, reason: failure.message)
      return LintFinding(step, .meaning(facts), object: failure.name)
    }
  }
}
