package import Findings
internal import LedgerEntries

extension FindingCode {
  package static let unusedWaiver = FindingCode("SL501", "Unused waiver", isWaivable: false)
}

/// No finding matches a waiver, which is at the finding's path and line.
package struct UnusedWaiver: LedgerFinding {
  package let waives: WaivedSubject

  package var code: FindingCode { .unusedWaiver }
  package var name: String { "unused" }

  package func message(of finding: Finding) -> String {
    "\(finding.pathAndLine): no finding matches this waiver of \(waives.name)"
  }

  package func help(for finding: Finding) -> Help? {
    "remove it; to waive another finding, copy that one's version, path, object and column exactly"
  }
}

/// The finding that a waiver waives.
package struct WaivedSubject: Sendable, Hashable, Codable {
  private let code: String
  private var version: String?
  private var versions: [String]?
  package let path: String?
  private let object: String?
  private let column: String?

  init(_ code: FindingCode, versions: [String], path: String?, object: String?, column: String?) {
    self.code = code.rawValue
    if versions.count == 1 { version = versions[0] } else if !versions.isEmpty { self.versions = versions }
    (self.path, self.object, self.column) = (path, object, column)
  }

  init(_ waiver: Waiver) {
    self.init(
      waiver.code, versions: waiver.versions.map(\.name), path: waiver.path, object: waiver.object,
      column: waiver.column)
  }

  /// `SL305 of 1.2.0, users.nickname`.
  var name: String {
    let place = object.map { object in column.map { "\(object).\($0)" } ?? object }
    let places = [path, place].compactMap(\.self)
    let versions = versions ?? version.map { [$0] } ?? []
    return code + (versions.isEmpty ? "" : " of \(versions.joined(separator: ", "))")
      + (places.isEmpty ? "" : (versions.isEmpty ? " " : ", ") + places.joined(separator: ", "))
  }
}

extension Finding {
  /// - Parameters:
  ///   - keys: the keys of findings of the same code that the waiver does not name.
  ///   - isPartial: whether the waiver is used, but not for these of its versions.
  static func forUnused(_ waiver: Waiver, at path: String, keys: [String] = [], isPartial: Bool = false) -> Finding {
    let remedy: Remedy? = isPartial ? .shortenWaiver : keys.isEmpty ? nil : .correctWaiver(to: keys)
    return Finding(UnusedWaiver(waives: WaivedSubject(waiver)), remedy: remedy).about(waiver, at: path)
  }

  func about(_ waiver: Waiver, at path: String) -> Finding {
    var finding = with(version: waiver.versions.count == 1 ? waiver.versions[0].name : nil, path: path)
    (finding.line, finding.object, finding.column) = (waiver.line, waiver.object, waiver.column)
    return finding
  }

  /// `SchemaLedger/waivers.yml:1`.
  var pathAndLine: String { (path ?? "") + (line.map { ":\($0)" } ?? "") }
}
