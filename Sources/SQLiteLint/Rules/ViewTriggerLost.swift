internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > Triggers are automatically dropped when the table that they are associated with … is dropped.
  ///
  /// That is also true of a view. https://www.sqlite.org/lang_createtrigger.html
  static let viewTriggerLost = LintRule(
    "SL423", "Trigger lost with its view", "view-trigger-lost", .error, isUpToPrograms: true
  ) { trace in
    trace.start.triggers.values.sorted { $0.name < $1.name }.compactMap { trigger in
      let (key, view) = (trigger.name, trigger.table)
      guard trace.start.views[view] != nil, trace.end.views[view] != nil, trace.end.triggers[key] == nil,
        !trace.drops(.trigger, key),
        // A trigger of another name may replace it.
        trace.end.triggers(on: view).allSatisfy({ trace.start.triggers[$0.name] != nil }),
        // A later script that is released with this one may create it, or drop the view.
        trace.published.triggers[key] == nil, trace.published.views[view] != nil,
        // New databases may have the view without it.
        trace.declared.map({ $0.views[view] == nil || $0.triggers[key] != nil }) ?? true,
        let step = trace.steps.last(where: { $0.before.triggers[key] != nil && $0.after.triggers[key] == nil })
      else { return nil }
      return LintFinding(step, ViewTriggerLost(trigger: key.text, view: view.text), object: key)
    }
  }
}

struct ViewTriggerLost: LintViolation {
  let trigger: String
  let view: String

  var name: String { "viewTriggerLost" }
  static var rule: LintRule { .viewTriggerLost }
  var message: String {
    "the trigger \(trigger) is dropped with the view \(view), and the migration does not create it again: writes to \(view) that it carried out fail"
  }
  var help: Help {
    "run CREATE TRIGGER \(Keyword.quote(trigger)) … after CREATE VIEW; if it is no longer needed, run DROP TRIGGER \(Keyword.quote(trigger)); before"
  }
}
