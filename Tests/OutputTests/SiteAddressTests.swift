import CanonicalJSON
import Findings
import LedgerCore
import ReportDocuments
import Testing

@testable import SchemaledgerProgram

/// Where a report names the page of a finding.
@Suite("The site's address in reports")
struct SiteAddressTests {
  private static let site = "https://docs.example.org/schemaledger"
  private static let finding = Finding.shallow()
  private static let page = "\(site)/Docs/Findings.html#sl107"

  @Test("a rule of SARIF has an absolute helpUri if the site has an address", arguments: [nil, site])
  func sarif(site: String?) throws {
    var report = SarifReport(
      command: "verify", parts: [DatabaseFindings(database: "App", ledger: nil, findings: [Self.finding])])
    report.site = site
    let log = try #require(JSONValue(parsing: Array(try report.document().text.utf8)))
    let rule = try #require(log["runs"]?.array?[0]["tool"]?["driver"]?["rules"]?.array?[0])
    #expect(rule["helpUri"]?.string == (site == nil ? nil : Self.page))
    let place = site == nil ? "by: schemaledger explain SL107" : "at \(Self.page)"
    #expect(rule["help"]?["text"]?.string == "SL107: Shallow clone. It is described \(place)")
  }

  @Test("findings as text end with the page of each code, once")
  func text() {
    let findings = [Self.finding, Self.finding]
    var text = FindingText(terminal: Terminal(color: .never))
    text.site = nil
    let lines = text.lines(findings)
    #expect(!lines.contains { $0.text.contains("described") })
    text.site = Self.site
    #expect(text.lines(findings) == lines + ["      SL107 is described at \(Self.page)"])
  }

  @Test("a code in Markdown is a link if the site has an address")
  func markdown() {
    let plain = MarkdownText.finding(Self.finding, site: nil).map(\.text)
    let linked = MarkdownText.finding(Self.finding, site: Self.site).map(\.text)
    #expect(plain[0].contains("SL107 error") && !plain[0].contains("href"))
    #expect(linked[0] == plain[0].replacing("SL107 error", with: "<a href=\"\(Self.page)\">SL107</a> error"))
    #expect(linked.dropFirst() == plain.dropFirst())
  }

  @Test("a finding as JSON has its page if the site has an address")
  func json() throws {
    #expect(try FindingDocument(Self.finding, site: nil).page == nil)
    #expect(try FindingDocument(Self.finding, site: Self.site).page == Self.page)
  }

  @Test("the page of a code is a file of the site, with an anchor for a finding", arguments: Finding.Code.allCases)
  func pages(code: Finding.Code) throws {
    let url = try #require(code.url(on: Self.site))
    let file = code.isRule ? "Rules/\(code.rawValue).html" : "Findings.html#\(code.rawValue.lowercased())"
    #expect(url == "\(Self.site)/Docs/\(file)")
    #expect(code.url(on: nil) == nil)
  }

  @Test("an address is absolute and has no slash at its end")
  func form() {
    for address in [ProjectAddress.site, ProjectAddress.repository].compactMap({ $0 }) {
      #expect(address.hasPrefix("https://") && !address.hasSuffix("/"))
    }
  }
}
