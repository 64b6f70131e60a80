// SL4xx. Each rule has its own words.

extension RuleFacts {
  func message(of finding: Finding) -> String {
    "\(finding.path ?? ""):\(finding.line ?? 1): \(statement): \(explanation)"
  }
}
