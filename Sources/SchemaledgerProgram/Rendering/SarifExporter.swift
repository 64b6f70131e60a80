/// SARIF, which has a form for a run that failed.
enum SarifExporter: ReportExporter {
  static let purpose: String? = "code scanning"
  static let fileExtension = "sarif"
  static let reasonNotToMerge: String? = nil

  static func write<Report: ExportedReport>(_ report: Report, to terminal: Terminal) throws {
    let sarif = SarifReport(
      command: Report.command, parts: report.parts, notes: report.notes, warnings: report.warnings,
      failure: report.failure)
    terminal.document(try sarif.document())
  }

  static func write(_ failure: Failure, of command: String, to terminal: Terminal) {
    terminal.document(SarifReport.document(of: failure.lines.joined(separator: "\n"), in: command))
  }
}
