/// A finding as the page shows it.
public struct ReportFinding: Sendable {
  /// How bad it is.
  public enum Severity: String, Sendable {
    case error, warning, note
  }

  /// A command that helps.
  public struct Command: Sendable {
    /// What it is for; may be empty.
    public var purpose: String
    /// The command.
    public var text: String

    /// Creates a command.
    public init(purpose: String, text: String) { (self.purpose, self.text) = (purpose, text) }
  }

  /// The code, such as `SL302`.
  public var code: String
  /// How bad it is.
  public var severity: Severity
  /// One sentence.
  public var message: String
  /// The versions that it is about.
  public var versions: [String]
  /// The file and the line; `nil` if there is no file.
  public var place: String?
  /// Facts that show the cause, such as changes of a schema and commits.
  public var details: [String]
  /// Rows that show the problem, each on one line.
  public var samples: [String]
  /// What helps; `nil` if nothing is known.
  public var hint: String?
  /// The commands in the hint.
  public var commands: [Command]
  /// Why it is accepted; `nil` if it is not waived.
  public var waiver: String?

  /// Creates a finding.
  public init(
    code: String, severity: Severity, message: String, versions: [String] = [], place: String? = nil,
    details: [String] = [], samples: [String] = [], hint: String? = nil, commands: [Command] = [],
    waiver: String? = nil
  ) {
    (self.code, self.severity, self.message, self.versions) = (code, severity, message, versions)
    (self.place, self.details, self.samples) = (place, details, samples)
    (self.hint, self.commands, self.waiver) = (hint, commands, waiver)
  }
}
