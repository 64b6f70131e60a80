/// A command to the runner of GitHub Actions, which shows it as an annotation of a file. Forgejo and Gitea have the same
/// commands.
///
/// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#setting-an-error-message
struct WorkflowCommand {
  /// The line that the runner reads.
  let line: String

  /// An annotation: of a line of a file, of a file, or of the whole run.
  ///
  /// - Parameter name: `error`, `warning` or `notice`.
  init(_ name: StaticString, path: String?, line: Int?, title: DisplayText, message: DisplayText) {
    // A path with invisible characters has no annotation in the file. In a log it could act on a terminal.
    let file = path.map { "\($0)" as DisplayText }
    let properties = [("file", file), ("line", line.map { "\($0)" }), ("title", title)].compactMap { key, value in
      value.map { "\(key)=\(Self.escaped($0, inProperty: true))" }
    }
    self.line = "::\(name) \(properties.joined(separator: ","))::\(Self.escaped(message, inProperty: false))"
  }

  /// Escapes a value as GitHub's [toolkit](https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts) does.
  /// Another runner may obey a command that is not at the start of a line.
  private static func escaped(_ text: DisplayText, inProperty: Bool) -> String {
    var escaped = ""
    for scalar in text.withoutCommands.text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case ":" where inProperty: escaped += "%3A"
      case "," where inProperty: escaped += "%2C"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
