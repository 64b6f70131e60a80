import ArgumentParser
import Findings
import LedgerCore

/// A word on the command line that is not a command: a typing error, or the name that another tool has for something.
struct UnknownCommand {
  /// The commands before the word, such as `schemaledger hook`.
  private let place: [String]
  private let word: String
  /// The commands that are possible here.
  private let known: [String]

  /// Finds the first word that is neither an option nor a command; `nil` if there is none.
  static func find(in arguments: [String], of program: any ParsableCommand.Type) -> UnknownCommand? {
    var command = program
    var place = ["schemaledger"]
    for word in words(of: arguments) {
      let subcommands = command.configuration.subcommands
      if subcommands.isEmpty || word == "help" { return nil }
      guard let next = subcommands.first(where: { names(of: $0).contains(word) }) else {
        let visible = subcommands.filter { $0.configuration.shouldDisplay }
        return UnknownCommand(place: place, word: word, known: visible.compactMap { $0.configuration.commandName })
      }
      place.append(word)
      command = next
    }
    return nil
  }

  private static func names(of command: any ParsableCommand.Type) -> [String] {
    [command.configuration.commandName ?? ""] + command.configuration.aliases
  }

  /// The arguments that are neither options nor values of the options that every command has.
  private static func words(of arguments: [String]) -> [String] {
    var words: [String] = []
    var isValue = false
    for argument in arguments.prefix(while: { $0 != "--" }) {
      if !isValue, !argument.hasPrefix("-") { words.append(argument) }
      isValue = !isValue && ["-C", "--directory", "--database", "--color"].contains(argument)
    }
    return words
  }

  /// One sentence with what helps.
  var message: String {
    let name = place.joined(separator: " ")
    // `unfreeze` is nearer to `freeze` than to what it means.
    let meaning =
      place.count == 1
      ? Self.meanings.first { $0.words.contains(word.lowercased()) && $0.exists(among: known) }?.advice : nil
    let advice = meaning ?? NearMiss.question(NearMiss.names(of: word, among: known).map { "'\(name) \($0)'" })
    let isMany = known.count > 8
    return "'\(word)' is not a command of '\(name)'; "
      + (advice ?? (isMany ? "to list the commands: \(name) --help" : "commands: \(known.joined(separator: ", "))"))
  }

  /// What people of other tools look for, and what it is called here.
  private struct Meaning {
    let words: [String]
    let command: String
    let advice: String

    func exists(among known: [String]) -> Bool {
      command.split(separator: " ").first.map { known.contains(String($0)) } ?? true
    }
  }

  private static let meanings = [
    Meaning(
      words: ["add", "commit", "create", "new", "record", "release", "save", "snapshot", "tag"], command: "freeze",
      advice: "to record today's schema as a version: schemaledger freeze VERSION"),
    Meaning(
      words: ["list", "ls", "tags", "versions"], command: "log", advice: "to list the versions: schemaledger log"),
    Meaning(
      words: ["apply", "migrate", "run", "test", "up", "upgrade", "validate"], command: "verify",
      advice:
        "to try the migrations on copies of the frozen databases: schemaledger verify (the databases of users are "
        + "migrated by your own tool)"),
    Meaning(
      words: ["delete", "down", "remove", "reset", "restore", "revert", "rm", "rollback", "undo", "unfreeze"],
      command: "withdraw", advice: "to record that a freeze was a mistake: schemaledger withdraw VERSION --reason TEXT"),
    Meaning(
      words: ["cat", "dump", "schema", "sql"], command: "show",
      advice: "to print the schema of a version: schemaledger show VERSION --sql"),
    Meaning(
      words: ["compare"], command: "diff", advice: "to compare two schemas: schemaledger diff BEFORE AFTER"),
    Meaning(
      words: ["audit", "doctor"], command: "check", advice: "to check that nothing frozen changed: schemaledger check"),
    Meaning(
      words: ["blame", "annotate"], command: "history",
      advice: "to see which commits changed a version or a file: schemaledger history VERSION"),
    Meaning(
      words: ["install", "hooks"], command: "hook", advice: "to install the Git hooks: schemaledger hook install"),
    Meaning(
      words: ["config", "configure", "setup"], command: "init",
      advice: "to set up a ledger: schemaledger init; to change one, edit schemaledger.yml"),
    Meaning(
      words: ["version"], command: "", advice: "to print the version of the program: schemaledger --version"),
  ]
}
