internal import Findings

extension LintRule {
  /// Finds comments that are meant to accept a finding and do not accept one. ``ScriptLint`` adds these findings after
  /// all others.
  static let allowComment = LintRule("SL400", "Invalid allow comment", "allow-comment", .warning) { _ in [] }
}

struct NamesNoRule: LintViolation {
  static var rule: LintRule { .allowComment }
  var message: String { "the comment names no rule, so it allows nothing" }
  var help: Help { "-- schemaledger:allow SL412 REASON" }
}

/// No rule has these codes.
struct UnknownRules: LintViolation {
  let codes: [String]

  static var rule: LintRule { .allowComment }
  var message: String {
    "\(codes.joined(separator: ", ")) \(codes.count == 1 ? "is not a rule" : "are not rules") of lint"
  }
  var help: Help {
    let near = NearMiss.question(codes.flatMap { NearMiss.codes(of: $0, among: LintRule.all.map(\.code.rawValue)) })
    return Help(
      (near.map { $0 + " " } ?? "")
        + "correct the code; to accept a finding of another command, use a waiver (schemaledger help waivers)")
  }
}

struct GivesNoReason: LintViolation {
  let codes: [String]

  static var rule: LintRule { .allowComment }
  var message: String { "the comment gives no reason, so it allows nothing" }
  var help: Help { "-- schemaledger:allow \(codes.joined(separator: " ")) REASON" }
}

/// The statement has no finding with these codes.
struct AllowsNothing: LintViolation {
  let codes: [String]

  static var rule: LintRule { .allowComment }
  var message: String { "this statement has no finding \(codes.joined(separator: ", ")) to allow" }
  var help: Help { "remove it from the comment, or move the comment to the statement that it is about" }
}
