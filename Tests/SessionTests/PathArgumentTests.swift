import Foundation
import Testing

/// Every path on the command line is relative to the current folder, or to the folder that `-C` names.
@Suite("Path arguments")
struct PathArgumentTests {
  /// A command with a path, which is `{}`.
  struct Case: Sendable, CustomTestStringConvertible {
    /// The command and the argument that is a path, as in ``arguments(of:)``.
    let argument: String
    let command: String
    /// The path from the top of the repository.
    let path: String
    /// What is run after the command.
    var after = ""

    var testDescription: String { argument }
  }

  private static let cases: [Case] = [
    Case(argument: "init --source", command: "init --no-hook --source {}", path: "notes"),
    Case(argument: "init --ledger", command: "init --no-hook --source $WORK/notes --ledger {}", path: "Kept/Here"),
    Case(argument: "freeze --from", command: "freeze 0.9 --from {}", path: "stores/user.db"),
    Case(argument: "history version|path|model", command: "history {}", path: "notes/1_notes.sql"),
    Case(argument: "show --file", command: "show --file {}", path: "stores/user.db"),
    Case(argument: "diff before", command: "diff {} 1.0", path: "stores/user.db"),
    Case(argument: "diff after", command: "diff 1.0 {}", path: "stores/user.db"),
    Case(argument: "lint paths", command: "lint {}", path: "notes/1_notes.sql"),
    Case(argument: "verify --merge", command: "verify --format json --merge {}", path: "shard.json"),
    Case(
      argument: "verify --output", command: "verify --format json --merge $WORK/shard.json --output {}",
      path: "merged.json", after: " && ls $WORK"),
    Case(
      argument: "verify --durations", command: "verify --shard 1/1 --format json --durations {}", path: "durations",
      after: " && ls $WORK"),
    Case(
      argument: "verify --write-durations", command: "verify --shard 1/1 --format json --write-durations {}",
      path: "written", after: " && ls $WORK"),
    Case(argument: "verify --seal", command: "verify --seal {}", path: "seal.json"),
    Case(argument: "report --from", command: "report --output - --from {}", path: "shard.json"),
    Case(argument: "report --output", command: "report --output {}", path: "page.html", after: " && ls $WORK"),
    Case(argument: "seal --output", command: "seal --output {}", path: "written.json", after: " && ls $WORK"),
    Case(argument: "identify store", command: "identify {}", path: "stores/user.db"),
    Case(argument: "identify --files-from", command: "identify --files-from {}", path: "stores/list"),
    Case(
      argument: "identify --resume", command: "identify $WORK/stores/user.db --format ndjson --resume {}",
      path: "stores/some.ndjson"),
    Case(
      argument: "identify --output", command: "identify $WORK/stores/user.db --output {}", path: "identified.txt",
      after: " && cat $WORK/identified.txt"),
    Case(argument: "rehearse store", command: "rehearse {}", path: "stores/user.db"),
    Case(argument: "rehearse --files-from", command: "rehearse --files-from {}", path: "stores/list"),
    Case(
      argument: "rehearse --resume", command: "rehearse $WORK/stores/user.db --format ndjson --resume {}",
      path: "stores/some.ndjson"),
    Case(
      argument: "rehearse --output", command: "rehearse $WORK/stores/user.db --output {}", path: "rehearsed.txt",
      after: " && cat $WORK/rehearsed.txt"),
    Case(argument: "drift store", command: "drift {}", path: "stores/user.db"),
    Case(
      argument: "identify --ledger", command: "identify $WORK/stores/user.db --ledger {}", path: "stores/app.bundle"),
    Case(argument: "drift --ledger", command: "drift $WORK/stores/user.db --ledger {}", path: "SchemaLedger"),
    Case(argument: "export file", command: "export {}", path: "app.bundle", after: " && ls $WORK"),
    Case(argument: "drift --files-from", command: "drift --files-from {}", path: "stores/list"),
    Case(
      argument: "drift --resume", command: "drift $WORK/stores/user.db --format ndjson --resume {}",
      path: "stores/some.ndjson"),
    Case(
      argument: "drift --output", command: "drift $WORK/stores/user.db --output {}", path: "drift.txt",
      after: " && cat $WORK/drift.txt"),
    Case(argument: "drift --against", command: "drift $WORK/stores/user.db --against {}", path: "stores/schema.sql"),
    Case(argument: "inspect store", command: "inspect {}", path: "stores/user.db"),
    Case(argument: "inspect --files-from", command: "inspect --files-from {}", path: "stores/list"),
    Case(
      argument: "inspect --resume", command: "inspect $WORK/stores/user.db --format ndjson --resume {}",
      path: "stores/some.ndjson"),
    Case(
      argument: "inspect --output", command: "inspect $WORK/stores/user.db --output {}", path: "inspect.txt",
      after: " && cat $WORK/inspect.txt"),
    Case(argument: "profile store", command: "profile {}", path: "stores/user.db"),
    Case(argument: "store-diff before", command: "store-diff {} $WORK/stores/user.db", path: "stores/other.db"),
    Case(argument: "store-diff after", command: "store-diff $WORK/stores/user.db {}", path: "stores/other.db"),
    Case(argument: "man-pages folder", command: "man-pages {}", path: "man", after: " && ls $WORK/man | head -2"),
    Case(argument: "import folder", command: "import {}", path: "stores/ray"),
  ]

  /// Versions, revisions, names, patterns and numbers.
  private static let others: Set<String> = [
    "json-schema file", "identify --jobs", "identify --shard", "drift --jobs", "drift --shard", "inspect --jobs",
    "inspect --shard", "rehearse --jobs", "rehearse --shard", "rehearse --sample", "rehearse --until-failures",
    "init --name", "init --from-tags", "freeze version", "freeze --at", "freeze --from-tags", "check --range",
    "log --include-refs", "history --include-refs", "show version", "verify --include-refs", "verify --jobs",
    "verify --shard", "verify --signed-by", "verify --rows", "verify --pairs", "verify --budget-seconds",
    "verify --budget-growth",
    "report --title", "report --date", "report --include-refs", "report --jobs", "report --rows", "report --pairs",
    "report --budget-seconds", "report --budget-growth",
    "generate frozen-models version", "generate frozen-models --name", "generate schema-tests --schema",
    "generate migration-tests --from-schema", "generate migration-tests --to-schema",
    "hook run hook", "hook run arguments", "completions shell", "explain code", "withdraw version",
    "withdraw --entry", "withdraw --reason", "seal --tag",
  ]

  /// A repository with one version. Its folder of migrations is not the only one.
  private static let setUp = """
    git init -q && mkdir -p notes other stores/ray/0.8 sub/deep
    echo 'CREATE TABLE notes (id INTEGER PRIMARY KEY);' | tee notes/1_notes.sql > stores/schema.sql
    echo 'CREATE TABLE other (id INTEGER PRIMARY KEY);' > other/1_other.sql
    git add . && git commit -qm Notes && schemaledger init --source notes && schemaledger freeze 1.0
    cp SchemaLedger/Fixtures/1.0/App.sqlite stores/user.db && sqlite3 stores/other.db < other/1_other.sql
    sqlite3 stores/ray/0.8/App.sqlite < other/1_other.sql && cp other/1_other.sql stores/ray/0.8/schema.sql
    sha256sum stores/ray/0.8/schema.sql > stores/ray/0.8/schema.sha256
    echo "$PWD/stores/user.db" > stores/list; (cd stores && sqlite3 a.db 'CREATE TABLE a (b)'; schemaledger identify a.db --format ndjson > some.ndjson)
    schemaledger export -q stores/app.bundle
    schemaledger verify --shard 1/1 --format json --write-durations durations > shard.json && schemaledger seal > seal.json
    printf '#!/bin/sh\ncat > /dev/null; echo "[GNUPG:] SIG_CREATED " >&2; echo signature\n' > signer
    chmod +x signer
    """

  @Test("a path is relative to the current folder, from every folder, and may be absolute", arguments: cases)
  func places(item: Case) throws {
    let start = try SessionWorld(programFolder: try ProgramFolder.ofTests())
    defer { try? start.remove() }
    let prepared = try start.run(Self.setUp, timeLimit: .seconds(60))
    try #require(prepared.status == 0, "\(prepared.picture.joined(separator: "\n"))")

    func run(in folder: String, _ path: String, _ options: String = "") throws -> CommandOutput {
      let world = try SessionWorld(
        programFolder: try ProgramFolder.ofTests(),
        normalisations: [
          try Normalisation("\\b[0-9a-f]{8}\\b", "<commit>"), try Normalisation("[0-9]+[.][0-9]+ s\\b", "<time>"),
        ],
        copying: start.work)
      defer { try? world.remove() }
      let preparation =
        switch item.argument.prefix(4) {
        case "init": "rm $WORK/schemaledger.yml; "
        case "seal": "git -C $WORK config gpg.program $WORK/signer; "
        default: ""
        }
      let command = item.command.replacing("{}", with: path)
      let output = try world.run(
        "cd \(folder) && \(preparation)schemaledger \(command)\(options)\(item.after) && cat $WORK/schemaledger.yml",
        timeLimit: .seconds(60))
      func named(_ lines: [String]) -> String {
        // A path that `freeze` advises to remove starts with ":/" unless the current folder is the top.
        lines.joined(separator: "\n").replacing(path, with: item.path).replacing("-- :/", with: "-- ")
      }
      return CommandOutput(stdout: named(output.stdout), stderr: named(output.stderr), status: output.status)
    }

    let top = try run(in: "$WORK", item.path)
    #expect(top.status < 2, "\(top.picture.joined(separator: "\n"))")
    #expect(try run(in: "$WORK/sub/deep", "../../\(item.path)") == top)
    #expect(try run(in: "$WORK/sub/deep", "$WORK/\(item.path)") == top)
    #expect(try run(in: "$WORK", "../../\(item.path)", " -C sub/deep") == top)
    #expect(try run(in: "$HOME", item.path, " -C ../work") == top)
    #expect(try run(in: "$WORK/sub/deep", item.path) != top, "the path is relative to the top")
  }

  @Test("every argument is known as a path or as something else")
  func arguments() throws {
    let world = try SessionWorld(programFolder: try ProgramFolder.ofTests())
    defer { try? world.remove() }
    let output = try world.run("schemaledger --experimental-dump-help", timeLimit: .seconds(60))
    let help = try JSONDecoder().decode(Help.self, from: Data(output.stdout.joined(separator: "\n").utf8))
    let known = Self.others.union(Self.cases.map(\.argument))
    #expect(Set(Self.arguments(of: help.command)) == known)
  }

  /// The arguments of all commands that take a value, such as `freeze --from` and `identify store`, without those that
  /// every command has.
  private static func arguments(of command: Help.Command, in place: [String] = []) -> [String] {
    let common = ["directory", "database", "color", "format"]
    let own = (command.arguments ?? []).compactMap { argument -> String? in
      let name = argument.preferredName?.name
      guard argument.kind != "flag", !place.isEmpty, name.map({ !common.contains($0) }) ?? true else { return nil }
      return (place + [name.map { "--" + $0 } ?? argument.valueName ?? ""]).joined(separator: " ")
    }
    let others = (command.subcommands ?? []).filter { $0.commandName != "help" }
    return own + others.flatMap { arguments(of: $0, in: place + [$0.commandName]) }
  }
}

/// What the suite reads of the description that ArgumentParser prints of a program.
private struct Help: Decodable {
  struct Command: Decodable {
    let commandName: String
    let arguments: [Argument]?
    let subcommands: [Command]?
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      let name: String
    }

    let kind: String
    let valueName: String?
    let preferredName: Name?
  }

  let command: Command
}
