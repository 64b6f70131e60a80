/// The text for a terminal.
enum TextExporter: ReportExporter {
  static let purpose: String? = nil
  static let fileExtension = "txt"
  static let reasonNotToMerge: String? = nil

  static func write(_ report: some ExportedReport, to terminal: Terminal) { report.writeText(to: terminal) }

  /// The terminal has the error.
  static func write(_ failure: Failure, of command: String, to terminal: Terminal) {}
}
