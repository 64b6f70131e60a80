package import Findings
internal import SQLiteLint

// SL4xx. Each group of rules has a file of its own; SL400 is here.

extension RuleFacts {
  package func message(of finding: Finding) -> String {
    let effect =
      switch violation {
      case .comment(let facts): facts.message
      case .foreignKeys(let facts): facts.message
      case .rebuiltTable(let facts): facts.message
      case .existingRows(let facts): facts.message
      case .meaning(let facts): facts.message
      case .settings(let facts): facts.message
      }
    return "\(finding.path ?? ""):\(finding.line ?? 1): \(statement): \(effect)"
  }

  package func help(for finding: Finding) -> Help? {
    needsForeignKeys
      ? ownHelp.preceded(by: "set foreign-keys: on or off in \(Configuration.fileName); if they are on, ") : ownHelp
  }

  private var ownHelp: Help {
    switch violation {
    case .comment(let facts): facts.help
    case .foreignKeys(let facts): facts.help
    case .rebuiltTable(let facts): facts.help
    case .existingRows(let facts): facts.help
    case .meaning(let facts): facts.help
    case .settings(let facts): facts.help
    }
  }
}

extension LintFacts.Comment {
  fileprivate var message: String {
    switch self {
    case .namesNoRule: "the comment names no rule, so it allows nothing"
    case .unknownRules(let codes):
      "\(codes.joined(separator: ", ")) \(codes.count == 1 ? "is not a rule" : "are not rules") of lint"
    case .givesNoReason: "the comment gives no reason, so it allows nothing"
    case .allowsNothing(let codes): "this statement has no finding \(codes.joined(separator: ", ")) to allow"
    }
  }

  fileprivate var help: Help {
    switch self {
    case .namesNoRule: "-- schemaledger:allow SL412 REASON"
    case .unknownRules(let codes):
      Help(
        (NearMiss.question(codes.flatMap { NearMiss.codes(of: $0, among: LintRule.all.map(\.code)) }).map { $0 + " " }
          ?? "")
          + "correct the code; to accept a finding of another command, use a waiver (schemaledger help waivers)")
    case .givesNoReason(let codes): "-- schemaledger:allow \(codes.joined(separator: " ")) REASON"
    case .allowsNothing: "remove it from the comment, or move the comment to the statement that it is about"
    }
  }
}
