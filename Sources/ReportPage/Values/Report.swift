public import Manual

/// What the page of `schemaledger report` shows. All texts are plain; the page escapes them and makes every character
/// visible.
public struct Report: Sendable {
  /// Whether something is wrong.
  public enum Verdict: String, Sendable {
    case passed, warned, failed
    /// A part was not verified. Remarks say which.
    case incomplete
  }

  /// A rule that findings refer to.
  public struct Rule: Sendable {
    /// The code, such as `SL302`.
    public let code: String
    /// What findings of this code are about, in a few words.
    public let title: String
    /// What the manual says of it, without its heading.
    public let text: [MarkdownBlock]

    /// Creates a rule.
    public init(code: String, title: String, text: [MarkdownBlock]) {
      (self.code, self.title, self.text) = (code, title, text)
    }
  }

  /// The name of the project, for the title of the page.
  public var title: String
  /// The program and its version.
  public var program: String
  /// The commit that was verified; `nil` if unknown.
  public var commit: String?
  /// The date of the report as it is shown; `nil` for none, so that equal inputs give equal pages.
  public var date: String?
  /// The verdict of the whole run.
  public var verdict: Verdict
  /// In the order of the configuration.
  public var databases: [ReportDatabase]
  /// The rules of the findings, by code.
  public var rules: [Rule]
  /// What else the reader should know, such as what was not tried.
  public var remarks: [String]

  /// Creates a report.
  public init(
    title: String, program: String, commit: String?, date: String?, verdict: Verdict, databases: [ReportDatabase],
    rules: [Rule], remarks: [String]
  ) {
    (self.title, self.program, self.commit, self.date) = (title, program, commit, date)
    (self.verdict, self.databases, self.rules, self.remarks) = (verdict, databases, rules, remarks)
  }
}
