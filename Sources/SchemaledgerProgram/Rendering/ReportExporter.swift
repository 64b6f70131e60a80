import Findings

/// A format of reports. Each is one file, which says what it looks like and how a command that fails writes it.
/// `ReportFormat` lists them.
protocol ReportExporter {
  /// What the format is for, as `--help` says it; `nil` if its name says it.
  static var purpose: String? { get }
  /// The extension of a file with a report.
  static var fileExtension: String { get }
  /// Why `verify --merge` does not write the format; `nil` if it does.
  static var reasonNotToMerge: String? { get }

  /// Writes the report of a command that has done its work.
  ///
  /// - Throws: `EncodingError` for a finding that the command cannot have.
  static func write(_ report: some ExportedReport, to terminal: Terminal) throws

  /// Writes the report of a command that failed, for readers who may not see the exit status. Writes nothing if readers of
  /// the format expect no report then.
  static func write(_ failure: Failure, of command: String, to terminal: Terminal)
}

/// A report that can be written in each format.
protocol ExportedReport {
  /// The name of the command.
  static var command: String { get }
  /// The findings of each database.
  var parts: [DatabaseFindings] { get }
  var notes: [Note] { get }
  /// The warnings that are not findings.
  var warnings: [DisplayText] { get }
  /// Why the findings are incomplete; `nil` if they are complete.
  var failure: DisplayText? { get }
  /// The test cases; `nil` if it is not known how long each took.
  var junit: JUnitReport? { get }
  var markdown: DisplayText { get }

  func writeText(to terminal: Terminal)
  func writeJSON(to terminal: Terminal) throws
}

extension Failure {
  /// The message and the hint.
  var lines: [DisplayText] {
    [message, hint].flatMap { $0?.lines ?? [] }.filter { !$0.isEmpty }
  }
}
