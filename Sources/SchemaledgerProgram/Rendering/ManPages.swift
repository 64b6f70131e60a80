import Manual

/// The man pages: one for the program and for each of its commands, made from what `--help` is made from, and two pages of
/// Docs.
struct ManPages {
  /// The names of the files, such as `schemaledger-log.1`, with their content.
  let files: [(name: String, text: String)]

  /// - Parameters:
  ///   - version: the version of the program.
  ///   - groups: the names of the commands, in the groups that `--help` shows.
  init(of program: CommandDescription, version: String, groups: [(name: String, commands: [String])]) {
    let writer = Writer(source: "schemaledger \(version)")
    files = writer.pages(of: program, groups).map { ($0.0, $0.1.lines.joined(separator: "\n") + "\n") }
  }
}

/// Writes the pages.
private struct Writer {
  /// The day of the version, which a man page shows. It is not that of the build, so that two builds are equal.
  private static let date = "2026-11-26"
  let source: String

  func pages(of program: CommandDescription, _ groups: [(name: String, commands: [String])]) -> [(String, Roff)] {
    var pages = [("schemaledger.1", page(of: program, groups))]
    pages += program.shownSubcommands.map { ("schemaledger-\($0.commandName).1", page(of: $0)) }
    for (page, name, section) in [("configuration", "schemaledger.yml", 5), ("guide", "schemaledger-guide", 7)] {
      guard let page = Manual.page(named: page) else { continue }
      var roff = Roff(name: name, section: section, date: Self.date, source: source, abstract: page.title.lowercased())
      roff.blocks(page.blocks)
      addReferences(to: &roff, ["schemaledger(1)"])
      pages.append(("\(name).\(section)", roff))
    }
    return pages
  }

  // MARK: The program

  private func page(of program: CommandDescription, _ groups: [(name: String, commands: [String])]) -> Roff {
    var roff = begin(program, named: program.commandName)
    roff.heading(1, "SYNOPSIS")
    roff.code(["schemaledger [options] <command>", "schemaledger help <command or page>"])
    roff.heading(1, "DESCRIPTION")
    add(program.discussion, to: &roff)
    roff.heading(1, "COMMANDS")
    for group in groups {
      roff.heading(2, group.name)
      for command in group.commands.compactMap({ name in program.shownSubcommands.first { $0.commandName == name } }) {
        roff.item([.strong([.text("schemaledger-\(command.commandName)(1)")])], [[.text(command.abstract ?? "")]])
      }
    }
    addOptions(of: program, to: &roff)
    roff.heading(1, "EXIT STATUS")
    for (status, meaning) in [
      ("0", "No errors; there may be warnings and notes."), ("1", "A finding is an error."),
      ("2", "The command could not do its work."), ("64", "Wrong usage."),
    ] {
      roff.item([.code(status)], [[.text(meaning)]])
    }
    roff.heading(1, "FILES")
    roff.item([.code("schemaledger.yml")], [[.text("The configuration, at the top of the repository.")]])
    roff.item([.code("SchemaLedger/")], [[.text("The ledger, unless the configuration names another folder.")]])
    addReferences(to: &roff, ["schemaledger-guide(7)", "schemaledger.yml(5)", "git(1)", "sqlite3(1)"])
    return roff
  }

  // MARK: Commands

  private func page(of command: CommandDescription) -> Roff {
    let name = "schemaledger \(command.commandName)"
    var roff = begin(command, named: "schemaledger-\(command.commandName)")
    roff.heading(1, "SYNOPSIS")
    roff.code(
      [synopsis(of: command, name)] + command.shownSubcommands.map { synopsis(of: $0, "\(name) \($0.commandName)") })
    if let discussion = command.discussion, !discussion.isEmpty {
      roff.heading(1, "DESCRIPTION")
      add(discussion, to: &roff)
    }
    addOptions(of: command, to: &roff)
    for part in command.shownSubcommands {
      roff.heading(1, "\(name) \(part.commandName)".uppercased())
      roff.paragraph([.text(part.abstract ?? "")])
      add(part.discussion, to: &roff)
      for argument in part.shownArguments where argument.isMissing(in: command) {
        roff.item(argument.title, [[.text(argument.meaning)]])
      }
    }
    addReferences(to: &roff, ["schemaledger(1)", "schemaledger.yml(5)"])
    return roff
  }

  private func begin(_ command: CommandDescription, named name: String) -> Roff {
    let abstract = command.abstract ?? ""
    let sentence = abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract
    return Roff(
      name: name, section: 1, date: Self.date, source: source,
      abstract: sentence.prefix(1).lowercased() + sentence.dropFirst())
  }

  private func synopsis(of command: CommandDescription, _ name: String) -> String {
    let hasOptions = command.shownArguments.contains { $0.kind != "positional" }
    let places = command.shownArguments.compactMap(\.synopsis)
    let subcommand = command.shownSubcommands.isEmpty ? [] : ["[<command>]"]
    return ([name] + (hasOptions ? ["[options]"] : []) + places + subcommand).joined(separator: " ")
  }

  private func addOptions(of command: CommandDescription, to roff: inout Roff) {
    guard !command.shownArguments.isEmpty else { return }
    roff.heading(1, "OPTIONS")
    for argument in command.shownArguments { roff.item(argument.title, [[.text(argument.meaning)]]) }
  }

  private func addReferences(to roff: inout Roff, _ pages: [String]) {
    roff.heading(1, "SEE ALSO")
    roff.paragraph([.text(pages.joined(separator: ", "))])
  }

  /// Adds the text below a command's abstract. Indented lines are commands.
  private func add(_ discussion: String?, to roff: inout Roff) {
    var code: [String] = []
    for line in (discussion ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  ") {
        code.append(String(line.dropFirst(2)))
        continue
      }
      if !code.isEmpty { roff.code(code) }
      code = []
      if !line.isEmpty { roff.paragraph([.text(String(line))]) }
    }
    if !code.isEmpty { roff.code(code) }
  }
}

extension CommandDescription.Argument {
  /// Whether the argument is not one of the whole command, too.
  fileprivate func isMissing(in command: CommandDescription) -> Bool {
    !command.shownArguments.contains { $0.title == title }
  }
}
