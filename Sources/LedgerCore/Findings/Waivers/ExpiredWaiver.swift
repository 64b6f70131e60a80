internal import CanonicalJSON
package import Findings
internal import LedgerEntries

extension FindingCode {
  package static let expiredWaiver = FindingCode("SL502", "Expired waiver", isWaivable: false)
}

/// The version of a waiver is frozen, or its day has passed. The waiver is at the finding's path and line.
struct ExpiredWaiver: LedgerFinding {
  let waives: WaivedSubject
  let limit: Waiver.Limit?

  init(_ waiver: Waiver) {
    waives = WaivedSubject(waiver)
    limit = waiver.limit
  }

  init(from decoder: any Decoder) throws {
    waives = try decoder.member("waives")
    limit = try decoder.memberIfPresent("limit")
  }

  func encode(to encoder: any Encoder) throws {
    try encoder.add(waives, "waives")
    if encoder.storesErrors { return try encoder.add(limit, "limit") }
    try encoder.add(NullIfNil(wrappedValue: limit?.description), "until")
  }

  var code: FindingCode { .expiredWaiver }
  var name: String { "expired" }

  func message(of finding: Finding) -> String {
    let end =
      switch limit {
      case .version(let version)?: ", because \(version) is frozen"
      case .day(let day)?: " after \(day)"
      case nil: ""
      }
    return "\(finding.pathAndLine): the waiver of \(waives.name) has expired\(end)"
  }

  func help(for finding: Finding) -> Help? {
    "fix what it waives and remove it, or give a new reason and a new 'until'"
  }
}

extension Finding {
  static func forExpired(_ waiver: Waiver, at path: String) -> Finding {
    Finding(ExpiredWaiver(waiver)).about(waiver, at: path)
  }
}
