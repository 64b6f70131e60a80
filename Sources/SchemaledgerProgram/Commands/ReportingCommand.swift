import ArgumentParser

/// A command whose report is written to a file, for readers who may not see the exit status.
protocol ReportingCommand: ParsableCommand {
  var options: GlobalOptions { get }
  var format: ReportFormatOption { get }
}

extension ReportingCommand {
  /// Writes a report of the failure. Test reporters show an empty file as broken XML or not at all. Programs that read
  /// JSON check the exit status.
  func report(_ failure: Failure) {
    let name: DisplayText = "schemaledger \(Self._commandName)"
    switch format.format {
    // GitLab reads a report only if the job leaves one, and an empty one would mean that there are no findings.
    case .text, .json, .gitlab: break
    case .github:
      options.terminal.commands([WorkflowCommand(failure: failure.lines.joined(separator: "\n"), of: name)])
    case .junit:
      let test = JUnitReport.Case(
        name: name, result: .error(message: failure.message, text: failure.lines.joined(separator: "\n")))
      let suite = JUnitReport.Suite(name: "schemaledger", cases: [test])
      options.terminal.document(JUnitReport(name: name, suites: [suite]).xml)
    case .sarif:
      options.terminal.document(SarifReport.document(of: failure.lines.joined(separator: "\n"), in: Self._commandName))
    case .markdown:
      let document: [DisplayText] = ["### ❌ \(name): failed", ""] + MarkdownText.block(failure.lines) + [""]
      options.terminal.document(document.joined(separator: "\n"))
    }
  }
}

extension Failure {
  fileprivate var lines: [DisplayText] {
    [message, hint].flatMap { $0?.lines ?? [] }.filter { !$0.isEmpty }
  }
}
