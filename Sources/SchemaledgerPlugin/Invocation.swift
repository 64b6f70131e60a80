/// The arguments of the program, as far as the plugin looks at them.
enum Invocation {
  /// The commands that only read the repository. Any other may write to it.
  private static let reading: Set<String> = [
    "check", "diff", "drift", "explain", "help", "history", "identify", "inspect", "lint", "log", "show", "status",
    "store-diff", "verify",
  ]

  /// Returns the command if it may write to the repository. Without a command, and before it, there are only options.
  static func writingCommand(in arguments: [String]) -> String? {
    guard let command = arguments.first, !command.hasPrefix("-"), !reading.contains(command) else { return nil }
    return command
  }

  /// Returns the command line for a shell.
  static func text(of arguments: [String]) -> String {
    (["schemaledger"] + arguments).map(quoted).joined(separator: " ")
  }

  /// Returns a word for a shell.
  static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-_./=:,@%+".utf8.contains(byte)
    }
    return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
