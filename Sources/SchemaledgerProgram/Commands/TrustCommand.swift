import ArgumentParser
import GitStore
import LedgerCore

struct TrustCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust",
    abstract: "Allow this repository's commands to run on this machine.",
    discussion: """
      The configuration of a repository may contain commands, which check, verify, freeze and the hooks run. They run only \
      after you have allowed them here, as they are in schemaledger.yml now. A command that changes must be allowed again. \
      What a command itself runs, such as a script of the repository, may change without being asked for.

      Example:
        schemaledger trust --list
        schemaledger trust
      """)

  @Flag(name: .customLong("list"), help: "Show the commands, and which of them are allowed; allow nothing.")
  var lists = false

  @Flag(name: .customLong("revoke"), help: "Allow none of this repository's commands any more.")
  var revokes = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if lists, revokes { throw ValidationError("--list and --revoke cannot be combined") }
  }

  func run() throws {
    let repository = try options.repository()
    let trusted = try TrustedCommands(of: repository, in: TrustOption.state)
    let terminal = options.terminal.confirmations
    if revokes {
      // A list that cannot be read is removed as well.
      let count = try? trusted.all().count
      try trusted.revoke()
      terminal.out(count == 0 ? "no command was allowed" : "no command of this repository is allowed any more")
      return
    }
    let present = try repository.present()
    let commands = try options.databases(in: present).flatMap(\.source.repositoryCommands).uniqued
    if lists { return try list(commands, trusted) }
    guard !commands.isEmpty else {
      terminal.out("\(Configuration.fileName) contains no command")
      return
    }
    try MemoryShortage.check()
    try trusted.allow(commands)
    show("allowed on this machine:", commands)
    terminal.out("to undo it: schemaledger trust --revoke")
  }

  private func list(_ commands: [RepositoryCommand], _ trusted: TrustedCommands) throws {
    let allowed = try trusted.all()
    let digests = Set(allowed.map(\.digest))
    show("not allowed:", commands.filter { !digests.contains($0.digest) })
    show("allowed:", commands.filter { digests.contains($0.digest) })
    let current = Set(commands.map(\.digest))
    show("allowed, and not in \(Configuration.fileName) now:", allowed.filter { !current.contains($0.digest) })
    if commands.isEmpty, allowed.isEmpty { options.terminal.out("\(Configuration.fileName) contains no command") }
  }

  private func show(_ title: DisplayText, _ commands: [RepositoryCommand]) {
    if commands.isEmpty { return }
    options.terminal.out(title)
    for line in commands.flatMap(\.lines) { options.terminal.out("  \(line)") }
  }
}
