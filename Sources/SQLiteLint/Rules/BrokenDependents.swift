internal import Findings
internal import SQLiteSandbox
internal import SQLiteSyntax

extension LintRule {
  /// > A view … is … checked … when it is used
  ///
  /// DROP TABLE does not check which views and triggers use the table. https://www.sqlite.org/lang_droptable.html
  static let brokenDependents = LintRule("SL459", "View or trigger broken", "broken-dependents", .error) { trace in
    let before = Set(trace.start.failures.map(\.name))
    return trace.end.failures.compactMap { failure in
      guard !before.contains(failure.name), trace.final.failures.contains(where: { $0.name == failure.name }),
        let step = trace.steps.last(where: { step in
          !step.before.failures.contains { $0.name == failure.name }
            && step.after.failures.contains { $0.name == failure.name }
        })
      else { return nil }
      let violation: any LintViolation =
        failure.kind == "view"
        ? ViewBroken(view: failure.name.text, reason: failure.message)
        : TriggerBroken(trigger: failure.name.text, reason: failure.message)
      return LintFinding(step, violation, object: failure.name)
    }
  }
}

struct ViewBroken: LintViolation {
  enum CodingKeys: String, CodingKey {
    case view = "name"
    case reason
  }

  let view: String
  /// SQLite's message.
  let reason: String

  static var rule: LintRule { .brokenDependents }
  var message: String { "the view \(view) no longer compiles (\(reason)): every query of it fails" }
  var help: Help {
    "run DROP VIEW \(Keyword.quote(view)); before, and create it again for the new schema if it is still needed"
  }
}

struct TriggerBroken: LintViolation {
  enum CodingKeys: String, CodingKey {
    case trigger = "name"
    case reason
  }

  let trigger: String
  /// SQLite's message.
  let reason: String

  static var rule: LintRule { .brokenDependents }
  var message: String { "the trigger \(trigger) no longer compiles (\(reason)): every write that fires it fails" }
  var help: Help {
    "run DROP TRIGGER \(Keyword.quote(trigger)); before, and create it again for the new schema if it is still needed"
  }
}
