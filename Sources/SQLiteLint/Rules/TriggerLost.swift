internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > DROP TABLE … All indices and triggers associated with the table are also deleted.
  ///
  /// https://www.sqlite.org/lang_droptable.html
  static let triggerLost = LintRule(
    "SL411", "Trigger lost in a table rebuild", "trigger-lost", .error, isUpToPrograms: true
  ) { trace in
    trace.rebuilds.flatMap { rebuild -> [LintFinding] in
      trace.start.triggers(on: rebuild.old.name).compactMap { trigger in
        let key = trigger.name
        guard trace.end.triggers[key] == nil, !trace.drops(.trigger, trigger.name),
          // A later script that is released with this one may create it, or drop the table.
          trace.published.triggers[key] == nil, trace.published.table(rebuild.new.name) != nil,
          trace.isDeclared(rebuild.new.name, with: { $0.triggers[key] != nil }),
          !trace.end.triggers(on: rebuild.new.name).contains(where: { trigger.doesTheSame(as: $0) })
        else { return nil }
        return LintFinding(
          rebuild.drop ?? rebuild.creation,
          TriggerLost(trigger: trigger.name.text, table: rebuild.old.name.text), object: trigger.name)
      }
    }
  }
}

struct TriggerLost: LintViolation {
  let trigger: String
  let table: String

  static var rule: LintRule { .triggerLost }
  var message: String {
    "the trigger \(trigger) of \(table) is dropped with the old table, and the migration does not create it again"
  }
  var help: Help {
    "run CREATE TRIGGER \(Keyword.quote(trigger)) … after the rename; if it is no longer needed, run DROP TRIGGER \(Keyword.quote(trigger)); before"
  }
}

extension SchemaState.Trigger {
  /// Whether another trigger differs at most in its name.
  fileprivate func doesTheSame(as other: SchemaState.Trigger) -> Bool { text == other.text }

  /// The tokens of the statement without those of the name and before it.
  private var text: [String] {
    Tokenizer.tokens(of: sql).drop { $0.identifier != name }.dropFirst().map {
      $0.isName ? $0.identifier.text.lowercased() : $0.text
    }
  }
}
