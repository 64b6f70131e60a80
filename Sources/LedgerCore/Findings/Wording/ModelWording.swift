internal import EntityModel
package import Findings

// SL210 to SL216.

extension ModelFacts {
  func message(of finding: Finding) -> String {
    let place = finding.path.map { path in finding.line.map { "\(path):\($0): " } ?? "\(path): " } ?? ""
    return place + sentence(of: finding)
  }

  private func sentence(of finding: Finding) -> String {
    switch self {
    case .unsupported(let violation): "\(violation.place) \(violation.message), which CloudKit does not support"
    case .notFollowed(let change):
      "\(change.place), released in \(change.version), \(change.message), which CloudKit's schema cannot follow"
    case .unseen(let changes):
      "\(finding.version ?? "a frozen version") is declared otherwise than it was frozen, which Core Data does not see: \(changes.joined(separator: "; "))"
    case .plan(_, let message, _): message
    case .suspectedRename(let name) where finding.column != nil:
      "\(finding.place ?? "") looks like \(finding.object ?? "").\(name) of \(finding.version ?? "") under a new name; without an original name, its values are lost"
    case .suspectedRename(let name):
      "\(finding.object ?? "") looks like \(name) of \(finding.version ?? "") under a new name; without an original name, all its objects are lost"
    }
  }

  var help: Help {
    switch self {
    case .unsupported(let violation): "\(violation.reason): \(violation.hint)"
    case .notFollowed(let change): "\(change.reason): \(change.hint)"
    case .plan(_, _, let hint): Help(hint)
    case .suspectedRename(let name):
      "if it was renamed, declare the original name: @Attribute(originalName: \"\(name)\"), or the renaming ID of a Core Data model"
    case .unseen:
      "stores are opened without a migration, so existing objects keep what they have; if that is intended, freeze the next version with it"
    }
  }
}
