import ArgumentParser
import Findings
import LedgerCore
import Manual

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain the code of a finding, such as SL302.",
    discussion: """
      Prints what the finding means, why it is reported and what to do. The text is part of the program, so it needs no \
      network and has the program's version.

      Example:
        schemaledger explain SL302
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var pager: PagerOption

  @Argument(help: "A code, in upper or lower case.", completion: ArgumentCompletion.codes)
  var code: String

  func run() throws {
    pager.start(options)
    guard let found = Manual.explanation(of: code) else {
      let near = NearMiss.question(NearMiss.codes(of: code, among: Self.codes))
      throw Failure(
        message: "'\(code)' is not the code of a finding",
        hint: near.map { "\($0)" } ?? "to list the codes: schemaledger help findings")
    }
    ManualText(page: found.page, terminal: options.terminal).write(found.blocks)
  }

  /// The codes of findings and of notes.
  private static var codes: [String] { Finding.Code.allCases.map(\.rawValue) + NoteCode.allCases.map(\.rawValue) }
}
