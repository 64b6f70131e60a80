import ArgumentParser
import Findings
import LedgerCore
import Manual

/// `schemaledger help waivers`: prints a page of the manual. ArgumentParser answers `help` with the name of a command.
struct HelpTopic: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help",
    abstract: "Print a page of the manual.",
    discussion: """
      Example:
        schemaledger help topics
        schemaledger help waivers
        schemaledger help configuration types
      """)

  @OptionGroup var pager: PagerOption

  @Argument(help: "The name of a page, or 'topics' for a list of all pages.")
  var topic: String

  @Argument(help: "A section of the page, by its heading or the end of it.")
  var section: [String] = []

  @OptionGroup var options: GlobalOptions

  func run() throws {
    pager.start(options)
    let terminal = options.terminal
    if topic == "topics" { return Self.list(to: terminal) }
    if let found = Manual.explanation(of: topic) {
      return ManualText(page: found.page, terminal: terminal).write(found.blocks)
    }
    guard let page = Manual.page(named: topic) else {
      let near = NearMiss.names(of: topic.lowercased(), among: Self.topics.map(\.name) + Schemaledger.commandNames)
      let question = NearMiss.question(near.map { "'schemaledger help \($0)'" })
      throw Failure(
        message: "there is no command and no page '\(topic)'",
        hint: question.map { "\($0)" } ?? "to list the pages: schemaledger help topics")
    }
    ManualText(page: page, terminal: terminal).write(try blocks(of: page))
  }

  private func blocks(of page: ManualPage) throws -> [MarkdownBlock] {
    if section.isEmpty { return page.blocks }
    let words = section.joined(separator: " ")
    guard let blocks = page.section(named: words) else {
      let near = NearMiss.question(
        NearMiss.names(of: words.lowercased(), among: page.sectionNames).map { "'schemaledger help \(topic) \($0)'" })
      throw Failure(
        message: "the page '\(page.name)' has no section '\(words)'",
        hint: near.map { "\($0)" } ?? "to read the whole page: schemaledger help \(page.name)")
    }
    return blocks
  }

  /// The pages but those of the rules, which `explain` shows.
  private static var topics: [ManualPage] { Manual.pages.filter { !$0.isRule } }

  private static func list(to terminal: Terminal) {
    let width = topics.map(\.name.count).max() ?? 0
    for page in topics.sorted(by: { $0.name < $1.name }) {
      terminal.out(("\(page.name)" as DisplayText).padded(to: width) + "  \(page.title)")
    }
    terminal.out("")
    terminal.out("For a code of a finding, such as SL302: schemaledger explain SL302")
  }
}

extension ManualPage {
  fileprivate var isRule: Bool { name.hasPrefix("sl") && name.dropFirst(2).allSatisfy(\.isNumber) }
}
