/// JUnit's XML. Test reporters show an empty file as broken XML or not at all, so a command that fails has a report.
enum JUnitExporter: ReportExporter {
  static let purpose: String? = "test reporters"
  static let fileExtension = "xml"
  static let reasonNotToMerge: String? = "JUnit: each shard writes it for its own fixtures"

  static func write(_ report: some ExportedReport, to terminal: Terminal) {
    if let junit = report.junit { terminal.document(junit.xml) }
  }

  static func write(_ failure: Failure, of command: String, to terminal: Terminal) {
    let name: DisplayText = "schemaledger \(command)"
    let test = JUnitReport.Case(
      name: name, result: .error(message: failure.message, text: failure.lines.joined(separator: "\n")))
    let suite = JUnitReport.Suite(name: "schemaledger", cases: [test])
    terminal.document(JUnitReport(name: name, suites: [suite]).xml)
  }
}
