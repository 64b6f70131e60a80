internal import Digests
internal import ReportDocuments

/// The addresses of the parts of a page, as ids and behind `#`. They are percent-encoded, so that an id has no spaces and
/// equals the fragment that leads to it.
/// https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-a-potential-indicated-element
struct Address: Sendable {
  /// Precedes each id; empty if the page has one database.
  let prefix: String

  init(ofDatabase name: String, isOnly: Bool) { prefix = isOnly ? "" : "db/\(Self.encoded(name))/" }

  func section(_ name: String) -> String { prefix + name }
  func version(_ name: String, entry: String) -> String { prefix + "v/" + Self.encoded(name) + "/" + entry.prefix(8) }
  func picture(_ name: String) -> String { prefix + "part/" + Self.encoded(name) }
  static func rule(_ code: String) -> String { "rule/" + encoded(code) }
  func table(_ name: String) -> String { prefix + "table/" + Self.encoded(name) }

  /// Equal for the same finding in each report. Findings that differ in their versions only have the same address.
  func finding(_ finding: FindingDocument) -> String {
    prefix + "finding/\(Self.encoded(finding.code))-\(sha256("\(finding.message)\n\(finding.file ?? "")").prefix(8))"
  }

  /// The end of a long text is replaced by its digest.
  private static func encoded(_ text: String) -> String {
    let bytes = text.utf8.prefix(longest)
    return encoded(bytes) + (bytes.count < text.utf8.count ? "-" + sha256(text).prefix(16) : "")
  }

  private static let longest = 48

  private static func encoded(_ bytes: Substring.UTF8View) -> String {
    bytes.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
