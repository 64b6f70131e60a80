import ArgumentParser
internal import CMemory
import Foundation
import LedgerKit
internal import SQLiteSandbox
import SystemCalls
import VisibleText

/// The version of this program, in `--version` and in every JSON object.
let programVersion = "0.1.0"

/// The program. It is a library, so that tests can import it: SwiftPM does not build an executable before the tests that
/// import it, and they would see none or a stale one.
public enum Program {
  /// Ends the process with a message if it cannot have the memory and the open files that it needs. Must be called before
  /// anything else.
  public static func requireResources() { schemaledger_require_resources() }

  /// Runs the command that the arguments name, and ends the process.
  public static func run() async {
    // The Swift runtime finds the arguments with `/proc/self/maps`. If it cannot open that file, there are none, not even the
    // program's name, and a hook would run the default command, `status`, instead of `check`.
    guard CommandLine.argc > 0 else {
      FileHandle.standardError.write(Data("error: the arguments of this command could not be read\n".utf8))
      Terminal.endProcess(2)
    }
    // Scripts and package managers query the version often. The parser would instantiate the generic types of all options, and
    // the first `Data` would look for its protocols among those of the whole program: each takes as long as the rest of the start.
    if CommandLine.argc == 2, let argument = CommandLine.unsafeArgv[1], strcmp(argument, "--version") == 0 {
      Terminal.write(programVersion + "\n", to: .output)
      Terminal.endProcess()
    }
    Confinement.startIfRequested(arguments)
    await Schemaledger.main()
    Terminal.endProcess()
  }
}

extension Program {
  /// The arguments without the program's name. Swift replaces bytes that are not UTF-8, which names of files may have.
  static let arguments: [String] = {
    let values = CommandLine.unsafeArgv
    return (1..<max(1, Int(CommandLine.argc))).compactMap { values[$0] }.map { value in
      String(fileName: UnsafeBufferPointer(start: value, count: strlen(value)).map { UInt8(bitPattern: $0) })
    }
  }()
}

struct Schemaledger: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schemaledger",
    abstract: "Freeze every SQLite schema you ship, and prove that each one still migrates to today's.",
    discussion: """
      Example:
        schemaledger init && schemaledger freeze 1.0.0

      Exit status: 0 clean, 1 findings, 2 the command failed and may be tried again, 64 wrong usage.
      The pages of the manual: schemaledger help topics
      """,
    version: programVersion,
    groupedSubcommands: [
      CommandGroup(
        name: "Freeze versions",
        subcommands: [Init.self, FreezeCommand.self, WithdrawCommand.self, SealCommand.self, ImportCommand.self]),
      CommandGroup(name: "Examine changes", subcommands: [Status.self, Check.self, Lint.self, HookCommand.self]),
      CommandGroup(name: "Verify migrations", subcommands: [Verify.self, ReportCommand.self, TrustCommand.self]),
      CommandGroup(
        name: "Examine versions",
        subcommands: [
          Log.self, History.self, Show.self, Diff.self, ExportCommand.self, Generate.self,
        ]),
      CommandGroup(
        name: "Examine database files",
        subcommands: [Identify.self, DriftCommand.self, Inspect.self, Rehearse.self, Profile.self, StoreDiff.self]),
      CommandGroup(name: "Learn", subcommands: [Demo.self, Explain.self]),
      CommandGroup(
        name: "Set up shells and editors",
        subcommands: [Completions.self, ManPagesCommand.self, JSONSchemaCommand.self]),
    ])

  /// The names of all commands.
  static var commandNames: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }

  @OptionGroup var options: GlobalOptions

  /// Without a command, shows the status of the ledger or how to start.
  func run() throws {
    guard try options.hasConfiguration() else {
      options.terminal.out(Wording.start)
      return
    }
    try Status.run(options)
  }

  static func main() async {
    // On macOS the main actor has the main thread, whose stack is the largest. On Linux it has a thread of Dispatch, whose
    // stack is as large as that of the main thread (`ulimit -s`). Only commands that wait leave it.
    let program = Task { @MainActor in
      var command = try parsed()
      do {
        try setLimits(ProcessInfo.processInfo.environment)
        if var asynchronous = command as? any AsyncParsableCommand {
          try await asynchronous.run()
        } else {
          try command.run()
        }
      } catch {
        if let failure = Failure(error) { (command as? any ReportingCommand)?.report(failure) }
        throw error
      }
    }
    Interruption.program = program
    do {
      try await program.value
      Terminal.endIfMemoryWasShort()
      Terminal.warnOfDamage()
    } catch let code as ExitCode {
      Terminal.endIfMemoryWasShort()
      Terminal.endProcess(code.rawValue)
    } catch {
      if let failure = Failure(error) { failure.end() }
      let code = status(of: error)
      if code.isSuccess {
        // Help is text of this program.
        Terminal.write(fullMessage(for: error) + "\n", to: .output)
      } else {
        write(lines(for: error))
      }
      Terminal.endProcess(code.rawValue)
    }
  }

  /// The exit status for an error that is no ``Failure``. ArgumentParser has 1 for errors that it does not know, but 1 says
  /// that the report is complete and has findings.
  static func status(of error: any Error) -> ExitCode {
    if let code = error as? ExitCode { return code }
    let code = exitCode(for: error)
    return code == .failure ? ExitCode(2) : code
  }

  /// The parser's message. It repeats arguments, which a script may have got from a repository.
  private static func lines(for error: any Error) -> [DisplayText] {
    var message = fullMessage(for: error)
    for argument in Program.arguments where argument.utf8.contains(UInt8(ascii: "\n")) {
      message = message.replacing(argument, with: argument.visible())
    }
    return DisplayText.lines(of: message)
  }

  private static func write(_ lines: [DisplayText]) {
    let terminal = Terminal(color: .never)
    for line in lines { terminal.message(line) }
  }

  /// Parses the arguments behind the name of a command with that command's parser alone, because the program's parser
  /// would instantiate all options twice. It parses everything else: options before the name, requests for help, errors.
  private static func parsed() throws -> any ParsableCommand {
    let arguments = Program.arguments
    // The parser would print the version of this program, and a script would take exit status 0 for a check.
    let words = arguments.prefix { $0 != "--" }
    if let place = words.firstIndex(where: { $0 == "--version" || $0.hasPrefix("--version=") }),
      let command = words[..<place].first(where: commandNames.contains)
    {
      throw ValidationError(
        "'\(words[place])' is not an option of '\(command)': schemaledger --version prints the version of the program, and a frozen version is named without an option"
      )
    }
    if let named = configuration.subcommands.first(where: { $0.configuration.commandName == arguments.first }),
      let command = try? named.parseAsRoot(Array(arguments.dropFirst())),
      ([named] + named.configuration.subcommands).contains(where: { $0 == type(of: command) })
    {
      return command
    }
    if arguments.first == "help", UnknownCommand.find(in: Array(arguments.dropFirst()), of: Self.self) != nil {
      return try HelpTopic.parseAsRoot(Array(arguments.dropFirst()))
    }
    do {
      return try parseAsRoot(arguments)
    } catch {
      if let unknown = UnknownCommand.find(in: arguments, of: Self.self) {
        throw ValidationError(unknown.message)
      }
      if let advice = MisplacedArgument.advice(for: arguments, message: message(for: error)) {
        var lines = lines(for: error)
        // What the parser suggests only looks similar, and what it lists is in its help for the option.
        lines.removeAll { $0.text.hasPrefix("  - ") }
        for end in [". Did you mean", ". Please provide"] {
          lines[0] = lines[0].prefix(upTo: lines[0].text.firstRange(of: end)?.lowerBound ?? lines[0].text.endIndex)
        }
        lines.insert("Help:  \(advice)", at: 1)
        write(lines)
        throw exitCode(for: error)
      }
      throw error
    }
  }

  /// Sets the limits of all databases: `SCHEMALEDGER_TIME_LIMIT` in seconds, `SCHEMALEDGER_MEMORY_LIMIT` in MiB.
  private static func setLimits(_ environment: [String: String]) throws {
    func number(_ name: String) throws -> Int? {
      guard let text = environment[name] else { return nil }
      guard let number = Int(text), (1...1_000_000).contains(number) else {
        throw Failure(message: "\(name) must be a whole number of at least 1", hint: nil)
      }
      return number
    }
    Limits.set(
      seconds: try number("SCHEMALEDGER_TIME_LIMIT").map(Double.init),
      bytes: try number("SCHEMALEDGER_MEMORY_LIMIT").map { $0 << 20 })
    try Limits.limitMemory()
  }
}
