import ArgumentParser
import Findings
import LedgerCore
import Manual

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain the code of a finding, such as SL302, or a rule of lint.",
    discussion: """
      Prints what the finding means, why it is reported and what to do. The text is part of the program, so it needs no \
      network and has the program's version.

      Example:
        schemaledger explain SL302
        schemaledger explain column-not-copied
      """)

  @OptionGroup var pager: PagerOption

  @Argument(help: "A code, in upper or lower case, or the name of a rule.", completion: ArgumentCompletion.codes)
  var code: String

  @OptionGroup var options: GlobalOptions

  func run() throws {
    pager.start(options)
    let rule = Finding.Code.rules[code.lowercased()]
    guard let found = Manual.explanation(of: rule?.rawValue ?? code) else {
      let names = NearMiss.names(of: code, among: Finding.Code.rules.keys.sorted())
      let near = NearMiss.question(names.isEmpty ? NearMiss.codes(of: code, among: Self.codes) : names)
      throw Failure(
        message: "'\(code)' is neither the code of a finding nor the name of a rule",
        hint: near.map { "\($0)" } ?? "to list the codes: schemaledger help findings")
    }
    ManualText(page: found.page, terminal: options.terminal).write(found.blocks)
  }

  /// The codes of findings and of notes.
  private static var codes: [String] { Finding.Code.allCases.map(\.rawValue) + NoteCode.allCases.map(\.rawValue) }
}
