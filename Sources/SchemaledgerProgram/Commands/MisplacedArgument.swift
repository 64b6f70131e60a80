import Findings
import LedgerCore
import LedgerEntries

/// What helps if a command got an argument or an option that it does not have, but another one has.
enum MisplacedArgument {
  /// One sentence, or `nil` if nothing is known.
  ///
  /// - Parameter message: the parser's message.
  static func advice(for arguments: [String], message: String) -> String? {
    guard let command = arguments.first else { return nil }
    if message.hasPrefix("Unknown option") {
      // The parser does not suggest the options that it adds itself.
      let near = quoted(in: message).map { NearMiss.names(of: $0, among: ["--version", "--help"]) } ?? []
      return arguments.lazy.compactMap { options[command]?[$0] }.first ?? NearMiss.question(near)
    }
    if message.hasPrefix("The value '"), let value = quoted(in: message) {
      let possible = message.split(separator: "\n").filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
      return values[value] ?? NearMiss.question(NearMiss.names(of: value, among: possible))
    }
    if message.hasPrefix("Missing expected argument '<version>'"), command == "freeze" {
      return "name the new version: schemaledger freeze 1.2.0; to list those that are frozen: schemaledger log"
    }
    guard message.hasPrefix("Unexpected argument") || message.contains("unexpected arguments:"),
      let word = quoted(in: message)
    else { return nil }
    return advice(command, word, arguments)
  }

  private static func advice(_ command: String, _ word: String, _ arguments: [String]) -> String? {
    let name = word.shellWord
    switch command {
    case "log":
      return
        "log lists all versions; one alone: schemaledger show \(name), or what happened to it: schemaledger history \(name)"
    case "status", "check":
      return "\(command) examines all versions; to see what happened to one: schemaledger history \(name)"
    case "verify": return "verify migrates all versions; to show one: schemaledger show \(name)"
    case "init": return "to name the source: schemaledger init --source \(name)"
    case "freeze": return "to read the source of a revision: schemaledger freeze VERSION --at \(name)"
    case "show":
      let first = arguments.dropFirst().first { !$0.hasPrefix("-") }
      return "to compare two versions: schemaledger diff \((first ?? "VERSION").shellWord) \(name)"
    default: return nil
    }
  }

  /// Values that people look for, and what does what they expect.
  private static let values = ["html": "to write the page of a report: schemaledger report"]

  /// Options that people look for, and what does what they expect.
  private static let options: [String: [String: String]] = [
    "verify": ["--all": "to verify the versions of all commits: schemaledger verify --all-history"],
    "freeze": [
      "--message": "freeze writes the message of its commit; to write your own, use --no-commit and git commit",
      "-m": "freeze writes the message of its commit; to write your own, use --no-commit and git commit",
      "--force": "a frozen version never changes: freeze the schema as a new version",
    ],
    "log": ["--all-history": "to include other branches and deleted versions: schemaledger log --all"],
    "check": ["--all-history": "to check the versions of all commits: schemaledger verify --all-history"],
  ]

  /// The first text between single quotes.
  private static func quoted(in message: String) -> String? {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    return parts.count > 2 ? String(parts[1]) : nil
  }
}
