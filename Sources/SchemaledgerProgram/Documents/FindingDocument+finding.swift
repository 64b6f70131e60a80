import CanonicalJSON
import Findings
import GitStore
import LedgerCore
import LedgerKit
import ReportDocuments
import SQLiteData
internal import SQLiteSchema
import SQLiteSyntax

extension FindingDocument {
  /// - Parameters:
  ///   - database: the name in the configuration.
  ///   - site: the address of the pages about codes.
  /// - Throws: `EncodingError`, as ``LedgerCore/Finding/factsJSON``.
  init(_ finding: Finding, database: String? = nil, site: String? = ProjectAddress.site) throws {
    self.init(
      code: finding.code.rawValue, severity: finding.severity, message: finding.message, facts: try finding.factsJSON)
    let help = finding.help
    assumption = finding.assumption.map { Assumption($0) }
    branch = finding.branch
    changes = finding.changes.map { ChangeDocument($0) }
    column = finding.column
    commands = (help?.commands ?? []).map { Command(command: $0.line, purpose: $0.purpose.rawValue) }
    commits = finding.commits.map { Commit($0) }
    commit = commits.last?.commit
    self.database = database
    entry = finding.entry
    evidence = finding.evidence?.rawValue
    excerpt = finding.excerpt.map { Excerpt(column: $0.column, length: $0.length, text: $0.text) }
    hint = help?.text
    line = finding.line
    object = finding.object
    output = finding.output
    page = finding.code.url(on: site)
    path = finding.path
    pending = finding.isPending
    places = finding.otherPlaces.isEmpty ? [] : [finding.place].compactMap(\.self) + finding.otherPlaces
    samples = finding.samples
    to = finding.destination
    tooBroadWaiver = finding.broadWaiver.map { BroadWaiver(add: finding.waiverKeys, waiver: $0) }
    version = finding.version
    versions = finding.otherVersions.isEmpty ? [] : finding.versions
    waived = finding.waiver.map { Waived(reason: $0.reason, until: $0.limit?.description) }
  }
}

extension FindingDocument.Assumption {
  init(_ assumption: Assumption) { self.init(condition: assumption.condition, table: assumption.table.text) }
}

extension FindingDocument.Commit {
  fileprivate init(_ commit: Finding.Commit) {
    let info = commit.info
    self.init(
      author: "\(info.author.name) <\(info.author.email)>", commit: info.id.hex,
      date: DateText.iso(info.author.time), role: commit.role.rawValue, summary: info.summary)
  }
}

extension ChangeDocument {
  init(_ change: SchemaChange) {
    self.init(
      kind: "\(change.kind)", object: change.object.text, column: change.column?.text, before: change.before,
      after: change.after,
      verdict: change.verdict.rawValue)
  }
}

extension Sequence<SchemaChange> {
  /// The changes as JSON reports have them.
  func json() throws -> JSONValue { try JSONValue(encoding: map { ChangeDocument($0) }) }
}

extension Sequence<Finding> {
  /// The findings as JSON reports have them.
  func documents(database: String? = nil) throws -> [FindingDocument] {
    try map { try FindingDocument($0, database: database) }
  }
}
