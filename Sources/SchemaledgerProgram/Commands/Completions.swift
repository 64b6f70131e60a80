import ArgumentParser

struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print a shell completion script.",
    discussion: """
      Example:
        schemaledger completions zsh > _schemaledger
      """)

  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish

    var completionShell: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  @Argument(help: "bash, zsh or fish.")
  var shell: Shell

  @OptionGroup var options: GlobalOptions

  func run() throws {
    options.terminal.data(Schemaledger.completionScript(for: shell.completionShell) + "\n")
  }
}
