package import EntityModel
package import Findings

extension FindingCode {
  package static let cloudSchemaChanged = FindingCode("SL211", "Change that CloudKit cannot follow")
}

/// A change since a frozen version that CloudKit's schema cannot follow.
struct CloudSchemaChanged: LedgerFinding {
  let change: CloudKitChange

  init(_ change: CloudKitChange) { self.change = change }

  init(from decoder: any Decoder) throws { change = try decoder.member("change") }

  func encode(to encoder: any Encoder) throws {
    if encoder.storesErrors { return try encoder.add(change, "change") }
    try encoder.add(change.recordType, "recordType")
    switch change.kind {
    case .removed: try encoder.add("removed", "change")
    case .renamed(let name):
      try encoder.add("renamed", "change")
      try encoder.add(name, "renamedTo")
    case .moved(let before, let after):
      try encoder.add("moved", "change")
      try encoder.add(before, "before")
      try encoder.add(after, "after")
    case .retyped(let before, let after):
      try encoder.add("retyped", "change")
      try encoder.add(before.rawValue, "before")
      try encoder.add(after.rawValue, "after")
    case .becameToMany: try encoder.add("becameToMany", "change")
    case .encryption(let isEncrypted):
      try encoder.add("encryption", "change")
      try encoder.add(isEncrypted, "isEncrypted")
    }
  }

  var code: FindingCode { .cloudSchemaChanged }

  func message(of finding: Finding) -> String {
    "\(finding.placeBefore)\(change.place), released in \(change.version), \(change.message), which CloudKit's schema cannot follow"
  }

  func help(for finding: Finding) -> Help? { "\(change.reason): \(change.hint)" }
}

extension Finding {
  package static func cloudSchemaChanged(_ change: CloudKitChange) -> Finding {
    var finding = Finding(CloudSchemaChanged(change)).with(version: change.version)
    (finding.object, finding.column) = (change.entity, change.property)
    return finding
  }
}
