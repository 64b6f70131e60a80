import ArgumentParser
import GitStore
import LedgerCore
import LedgerKit

struct HookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hook",
    abstract: "Install, remove or show the Git hooks that run the gate.",
    discussion: """
      Example:
        schemaledger hook install
      """,
    subcommands: [Install.self, Uninstall.self, Status.self, HookRun.self])

  struct Install: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "install",
      abstract: "Install the hooks, and a diff driver that shows fixtures as SQL.",
      discussion: """
        Installs pre-commit and pre-merge-commit or, in a bare repository, pre-receive. A hook that schemaledger did not \
        install is never overwritten. If husky, lefthook or pre-commit manages the hooks, the command prints what to add \
        to its configuration.

        With --verify, the hooks of commits also lint and verify migrations that are not frozen yet. If that takes longer \
        than schemaledger.verifyTimeLimit in Git's configuration (30 seconds), a note says so and the commit is not stopped.

        Example:
          schemaledger hook install --pre-push
          schemaledger hook install --verify
        """)

    @OptionGroup var options: GlobalOptions

    @Flag(help: "Keep an existing hook and run it first.")
    var chain = false

    @Flag(help: "Also install pre-push, which checks what rebase, cherry-pick, revert and --no-verify let through.")
    var prePush = false

    @Flag(
      inversion: .prefixedNo, help: "Lint and verify pending migrations before a commit (default: as installed before)."
    )
    var verify: Bool?

    func run() throws {
      let repository = try options.repository()
      try MemoryShortage.check()
      try options.startWriting(repository)
      defer { repository.endWriting() }
      let installation = HookInstallation(repository: repository)
      // Hooks that were installed earlier on request are repaired, too.
      let repaired = try installation.optional.filter { name in
        try [.notExecutable, .outdated].contains(installation.hook(name).status())
      }
      let names = installation.needed + (prePush ? installation.optional : repaired)
      try installation.install(names, chaining: chain, verifies: verify)
      for hook in try names.map(installation.hook) {
        let isIncluded = try hook.status() == .included
        let before: DisplayText = hook.isChained && !isIncluded ? ", which runs \(hook.name.chainedName) first" : ""
        let verifies: DisplayText = try hook.verifies() ? " (with verify)" : ""
        options.terminal.confirmations.out(
          isIncluded ? "\(hook.path) runs the gate already" : "installed \(hook.path)\(verifies)\(before)")
        if isIncluded, verify == true, try !hook.verifies() {
          options.terminal.out(
            "  to verify pending migrations, add this line to it: \(HookName.verification) || exit $?")
        }
      }
      let databases = (try? options.databases(in: options.repository().present())) ?? []
      try adviseTrust(databases)
      if try installation.isShared, !databases.silence(.sharedHooks) {
        options.terminal.confirmations.out("note: " + Note(code: .sharedHooks, message: Wording.sharedHooks).text)
      }
    }

    /// The hooks run the commands of the repository, and refuse those that are not allowed.
    private func adviseTrust(_ databases: [DatabaseConfiguration]) throws {
      // Only verify runs the stages of an app.
      let commands = databases.filter(\.source.runsCommands).flatMap(\.source.repositoryCommands)
      if commands.isEmpty { return }
      let trusted = try? TrustedCommands(of: options.repository(), in: TrustOption.state).all()
      let known = Set((trusted ?? []).map(\.digest))
      if commands.contains(where: { !known.contains($0.digest) }) {
        options.terminal.warn(Wording.hookNeedsTrust)
      }
    }
  }

  struct Uninstall: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "uninstall",
      abstract: "Remove the hooks, and restore those that were there before.",
      discussion: """
        Example:
          schemaledger hook uninstall
        """)

    @OptionGroup var options: GlobalOptions

    func run() throws {
      let repository = try options.repository()
      try options.startWriting(repository)
      defer { repository.endWriting() }
      let installation = HookInstallation(repository: repository)
      let names = installation.needed + installation.optional
      let chained = try Set(names.filter { try installation.hook($0).isChained })
      let removed = try installation.uninstall()
      for hook in removed {
        let restored: DisplayText = chained.contains(hook.name) ? "; the previous hook is restored" : ""
        options.terminal.confirmations.out("removed \(hook.path)" + restored)
      }
      if removed.isEmpty { options.terminal.confirmations.out("no hook of schemaledger is installed") }
    }
  }

  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Show which hooks are installed.",
      discussion: """
        Example:
          schemaledger hook status
        """)

    @OptionGroup var options: GlobalOptions

    func run() throws {
      let installation = HookInstallation(repository: try options.repository())
      let needed = try installation.needed.map(installation.hook)
      let optional = try installation.optional.map(installation.hook)
      for hook in needed { try describe(hook, missing: "not installed: schemaledger hook install") }
      for hook in optional {
        try describe(hook, missing: "not installed: schemaledger hook install --\(hook.name.rawValue)")
      }
      let isWhole = try needed.allSatisfy { try [.installed, .included].contains($0.status()) }
      // An optional hook may be missing or foreign, but not broken.
      let isSound = try optional.allSatisfy { try ![.notExecutable, .outdated].contains($0.status()) }
      if !isWhole || !isSound { throw ExitCode.finding }
    }

    private func describe(_ hook: Hook, missing: DisplayText) throws {
      let name = ("\(hook.name.rawValue)" as DisplayText).padded(to: 16)
      let status = try hook.status()
      if let manager = hook.manager, [.missing, .foreign].contains(status) {
        options.terminal.out("\(name)  managed by \(manager.title), which does not run the gate; add:")
        for line in DisplayText.lines(of: manager.instruction(for: hook.name)) { options.terminal.out("  \(line)") }
        return
      }
      switch status {
      case .included: options.terminal.out("\(name)  another hook, which runs the gate: \(hook.path)")
      case .installed:
        options.terminal.out("\(name)  installed\(try hook.verifies() ? " with verify" : ""): \(hook.path)")
      case .missing: options.terminal.out("\(name)  \(missing)")
      case .notExecutable: options.terminal.out("\(name)  \(hook.path) \(Wording.hookNotExecutable)")
      case .outdated: options.terminal.out("\(name)  from an earlier version: schemaledger hook install")
      case .foreign: try describeForeign(hook, name)
      }
    }

    private func describeForeign(_ hook: Hook, _ name: DisplayText) throws {
      let terminal = options.terminal
      let mode: DisplayText = hook.isExecutable ? "" : ", not executable"
      guard let line = hook.name.line else {
        terminal.out("\(name)  another hook\(mode): \(hook.path); use hook install --chain")
        return
      }
      terminal.out("\(name)  another hook\(mode): \(hook.path); add this line to it, or use hook install --chain:")
      terminal.out("  \(line)")
    }
  }
}
