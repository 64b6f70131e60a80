/// Markdown, for a comment on a pull request or for `$GITHUB_STEP_SUMMARY`.
enum MarkdownExporter: ReportExporter {
  static let purpose: String? = "comments"
  static let fileExtension = "md"
  static let reasonNotToMerge: String? = nil

  static func write(_ report: some ExportedReport, to terminal: Terminal) { terminal.document(report.markdown) }

  static func write(_ failure: Failure, of command: String, to terminal: Terminal) {
    let document: [DisplayText] =
      ["### ❌ schemaledger \(command): failed", ""] + MarkdownText.block(failure.lines) + [""]
    terminal.document(document.joined(separator: "\n"))
  }
}
