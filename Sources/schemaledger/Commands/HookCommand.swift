import ArgumentParser
import GitStore
import LedgerKit

struct HookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hook",
    abstract: "The pre-commit hook that runs the gate.",
    discussion: """
      Example:
        schemaledger hook install
      """,
    subcommands: [Install.self, Uninstall.self, Status.self])

  struct Install: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Install the hook, and show fixtures as their schema in git diff.",
      discussion: """
        A hook that is not ours is never overwritten.

        Example:
          schemaledger hook install --chain
        """)

    @OptionGroup var options: GlobalOptions

    @Flag(help: "Keep another hook that is there, and run it first.")
    var chain = false

    func run() throws {
      let hook = try Hook(repository: try options.repository())
      try hook.install(chaining: chain)
      let isIncluded = try hook.status() == .included
      let before = hook.isChained && !isIncluded ? ", which runs \(Hook.chainedName) first" : ""
      options.terminal.out(isIncluded ? "\(hook.path) runs the gate already" : "installed \(hook.path)\(before)")
    }
  }

  struct Uninstall: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove the hook, and give back what was there before.",
      discussion: """
        Example:
          schemaledger hook uninstall
        """)

    @OptionGroup var options: GlobalOptions

    func run() throws {
      let hook = try Hook(repository: try options.repository())
      let wasChained = hook.isChained
      let removed = try hook.uninstall()
      options.terminal.out(
        !removed
          ? "there is no hook of ours" : "removed \(hook.path)" + (wasChained ? "; the hook before it is back" : ""))
    }
  }

  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Say whether the hook is installed.",
      discussion: """
        Example:
          schemaledger hook status
        """)

    @OptionGroup var options: GlobalOptions

    func run() throws {
      let hook = try Hook(repository: try options.repository())
      switch try hook.status() {
      case .included: options.terminal.out("\(hook.path) is another hook, and runs the gate")
      case .installed: options.terminal.out("installed: \(hook.path)")
      case .missing: options.terminal.out("not installed: schemaledger hook install")
      case .notExecutable: options.terminal.out("\(hook.path) \(Wording.hookNotExecutable)")
      case .outdated: options.terminal.out("from an earlier version: schemaledger hook install")
      case .strangers:
        options.terminal.out("\(hook.path) is another hook; add this line to it, or use hook install --chain:")
        options.terminal.out("  " + Hook.line)
      }
      if ![.installed, .included].contains(try hook.status()) { throw ExitCode.finding }
    }
  }
}
