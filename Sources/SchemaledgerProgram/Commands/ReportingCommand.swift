import ArgumentParser

/// A command whose report is written to a file, for readers who may not see the exit status.
protocol ReportingCommand: ParsableCommand {
  var options: GlobalOptions { get }
  var format: ReportFormatOption { get }
}

extension ReportingCommand {
  /// Writes a report of the failure.
  func report(_ failure: Failure) {
    format.format.exporter.write(failure, of: Self._commandName, to: options.terminal)
  }
}
