internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > page_size … will not … change … unless … VACUUM; encoding … once set, cannot be changed; auto_vacuum … must be … before
  /// > any tables are created
  ///
  /// https://www.sqlite.org/pragma.html#pragma_page_size
  static let settledProperty = LintRule.each("SL474", "Property cannot change any more", "settled-property", .warning) {
    step, trace in
    guard case .pragma(let name, .some) = step.action, ["page_size", "encoding", "auto_vacuum"].contains(name),
      step.before.tables.values.contains(where: { !$0.isTemporary })
    else { return nil }
    let isVacuumed = trace.steps(after: step.index).contains { if case .vacuum = $0.action { true } else { false } }
    guard name == "encoding" || !isVacuumed else { return nil }
    return LintFinding(step, name == "encoding" ? EncodingFixed() : NeedsVacuum(setting: name.text))
  }
}

struct EncodingFixed: LintViolation {
  static var rule: LintRule { .settledProperty }
  var message: String { "this has no effect: the encoding is fixed once the first table exists" }
  var help: Help { "set it in new databases, before the first table is created" }
}

/// A setting that only VACUUM applies to a database with tables.
struct NeedsVacuum: LintViolation {
  let setting: String

  static var rule: LintRule { .settledProperty }
  var message: String { "this has no effect on a database that has tables, unless VACUUM follows" }
  var help: Help { "run VACUUM; after it, outside a transaction" }
}
