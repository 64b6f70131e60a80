/// The JSON that `Docs/json` describes.
enum JSONExporter: ReportExporter {
  static let purpose: String? = nil
  static let fileExtension = "json"
  static let reasonNotToMerge: String? = nil

  static func write(_ report: some ExportedReport, to terminal: Terminal) throws { try report.writeJSON(to: terminal) }

  /// Programs that read JSON check the exit status.
  static func write(_ failure: Failure, of command: String, to terminal: Terminal) {}
}
