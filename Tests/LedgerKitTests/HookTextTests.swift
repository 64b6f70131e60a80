import Foundation
import LedgerCore
import LedgerKit
import LedgerTestSupport
import TestSupport
import Testing

/// The hook as a shell runs it. `schemaledger` is a fake that prints its arguments.
@Suite("Hook text")
struct HookTextTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test("Hooks/ has the installed texts", arguments: HookName.allCases)
  func file(name: HookName) throws {
    let url = Self.root.appendingPathComponent("Hooks/" + name.rawValue)
    let text = try String(contentsOf: url, encoding: .utf8)
    #expect(
      text == name.text,
      """
      Hooks/\(name.rawValue) and its text in HookText differ. Change the file, copy its lines between the quotes, and \
      when the text was in a release, add its SHA-256 to HookText.past.
      """)
    #expect(FileManager.default.isExecutableFile(atPath: url.path))
  }

  @Test(
    "each hook, and the script for CI, name the ways to install the program",
    arguments: HookName.allCases.map(\.rawValue) + ["schemaledger-ci"])
  func installation(name: String) throws {
    let text = try String(contentsOf: Self.root.appendingPathComponent("Hooks/" + name), encoding: .utf8)
    #expect(text.contains("\"Install it from \(Installation.ways).\""))
  }

  @Test("a merge is always checked, since the index does not show what it lost")
  func merges() throws {
    let sandbox = try world(Self.plain, staged: ["x"])
    #expect(try runHook(sandbox) == silent)
    #expect(try runHook(sandbox, hook: "pre-merge-commit") == asked)
    try sandbox.write(".git/MERGE_HEAD", String(repeating: "0", count: 40) + "\n")
    #expect(try runHook(sandbox) == asked)
    #expect(try runHook(try world(nil, staged: []), hook: "pre-merge-commit") == silent)
  }

  /// A committed configuration, the paths staged after it, and whether the hook must run the program.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String { "\(yaml.debugDescription) with \(staged.joined(separator: ", "))" }
    let yaml: String
    let staged: [String]
    let asks: Bool

    init(_ yaml: String, _ staged: String..., asks: Bool) {
      self.yaml = yaml
      self.staged = staged
      self.asks = asks
    }
  }

  private static let plain =
    "# Which schema\nledger: SchemaLedger\nsource:\n  kind: migrations\n  path: db/migrations\n  convention: golang-migrate\n"
  private static let schema = "source:\n  kind: schema\n  path: schema.sql\n"
  private static let list = "source:\n  kind: migrations\n  paths:\n    - new/place\n    - old\n  convention: plain\n"
  private static let two =
    "databases:\n  server:\n    ledger: A\n    source:\n      kind: schema\n      path: server.sql\n"
    + "  mobile:\n    source:\n      kind: schema\n      files:\n      - m/a.sql\n      - m/b.sql\n      migrations:\n"
    + "        path: m/up\n        convention: plain\n"

  /// No watched path is staged, so the hook must end quickly.
  static let quiet = [
    Case(plain, "README.md", asks: false), Case(plain, "db/seeds.csv", asks: false),
    Case(plain, "db/migrations.txt", asks: false), Case(plain, asks: false), Case(list, "newer/1.txt", asks: false),
    Case(list, "place/1.txt", asks: false), Case(two, "m/c.txt", asks: false), Case(two, "B/x", asks: false),
    Case(plain.replacing("\n  path", with: "\n\n   # where\n\n  path"), "x", asks: false),
    Case(plain.replacing("db/migrations", with: "./db/migrations/"), "x", asks: false),
    Case("version: user_version\n" + schema, "x", asks: false), Case("version: 1.2.0\n" + schema, "x", asks: false),
    Case("version:\n  file: V\n  pattern: '^v: (.*)$' # first\n" + schema, "x", asks: false),
    Case("ignore:\n  - cache\n" + schema, "x", asks: false),
    Case(String(plain.dropLast()), "x", asks: false),
  ]

  /// A watched path is staged, so the hook must run the program.
  static let watched = [
    Case(plain, "db/migrations/1.sql", asks: true), Case(plain, "SchemaLedger/Fixtures/1/entry.json", asks: true),
    Case(plain, "schemaledger.yml", asks: true), Case(plain, "x", "db/migrations/deep/er/1.sql", asks: true),
    Case(String(plain.dropLast()), "db/migrations/1.sql", asks: true),
    Case("source:\n  kind: migrations\n  convention: plain\n  path: m", "m/1.sql", asks: true),
    Case(plain.replacing("db/migrations", with: "./db/migrations/"), "db/migrations/1.sql", asks: true),
    Case(plain.replacing("db/migrations", with: "."), "any.sql", asks: true),
    Case(list, "new/place/1.sql", asks: true), Case(list, "old/1.sql", asks: true),
    Case(list.replacing("    - ", with: "  - "), "old/1.sql", asks: true),
    Case(list.replacing("    - ", with: "    -   "), "old/1.sql", asks: true),
    Case(two, "server.sql", asks: true), Case(two, "A/README.md", asks: true), Case(two, "m/a.sql", asks: true),
    Case(two, "m/b.sql", asks: true), Case(two, "m/up/1.sql", asks: true),
    Case(two, "SchemaLedger/mobile/x", asks: true),
    // A schema file whose path ends like that of a folder.
    Case("source:\n  kind: schema\n  path: schema.sql/\n", "schema.sql", asks: true),
    // Quotes, comments and other styles.
    Case(plain.replacing("db/migrations", with: "'my db'"), "my db/1.sql", asks: true),
    Case(plain.replacing("db/migrations", with: "\"my db\""), "my db/1.sql", asks: true),
    Case(plain.replacing("db/migrations", with: "'db'"), "db/1.sql", asks: true),
    Case(plain.replacing("db/migrations", with: "my db"), "my db/1.sql", asks: true),
    Case(plain.replacing("db/migrations", with: "m # here"), "m/1.sql", asks: true),
    Case(plain.replacing("path: db/migrations", with: "\"path\": m"), "m/1.sql", asks: true),
    Case(plain.replacing("path: db/migrations", with: "path : m"), "m/1.sql", asks: true),
    Case(plain.replacing("path: db/migrations", with: "path:   m"), "m/1.sql", asks: true),
    Case(plain.replacing("path: db/migrations", with: "path:\tm"), "m/1.sql", asks: true),
    Case(plain.replacing("path: db/migrations", with: "path:\n    m"), "m/1.sql", asks: true),
    Case(plain.replacing("path: db/migrations", with: "path: my\n    db"), "my db/1.sql", asks: true),
    Case(plain.replacing("path: db/migrations", with: "path: >-\n    m"), "m/1.sql", asks: true),
    Case(plain.replacing("path: db/migrations", with: "path: \"my\n    db\""), "my db/1.sql", asks: true),
    Case(plain.replacing("path: db/migrations", with: "? path\n  : m"), "m/1.sql", asks: true),
    Case(plain.replacing("path: db/migrations", with: "path: &here m"), "m/1.sql", asks: true),
    Case(plain.replacing("path: db/migrations", with: "path: !!str m"), "m/1.sql", asks: true),
    Case(plain.replacing("db/migrations", with: "données"), "données/1.sql", asks: true),
    Case(plain.replacing("db/migrations", with: "\"donn\\xE9es\""), "données/1.sql", asks: true),
    Case(list.replacing("- old", with: "- my\n      db"), "my db/1.sql", asks: true),
    Case(list.replacing("- old", with: "- 'my db'"), "my db/1.sql", asks: true),
    Case("source: {kind: migrations, path: m, convention: plain}\n", "m/1.sql", asks: true),
    Case("source: {kind: migrations,\n path:\n  m,\n convention: plain}\n", "m/1.sql", asks: true),
    Case("source:\n  kind: migrations\n  paths: [m, n]\n  convention: plain\n", "n/1.sql", asks: true),
    Case("source:\n  kind: migrations\n  paths:\n    [m,\n    n]\n  convention: plain\n", "n/1.sql", asks: true),
    Case("{\"source\": {\"kind\": \"schema\", \"path\": \"m.sql\"}}", "m.sql", asks: true),
    Case("databases:\n  kind: {source: {kind: schema, path: m.sql}}\n", "m.sql", asks: true),
    Case("databases:\n  convention: {source: {kind: schema, path: m.sql}}\n", "m.sql", asks: true),
    Case("version: {file: V, pattern: (.*)}\n" + plain, "V", asks: true),
    Case("version:\n  file: V\n  pattern: (.*)\n" + plain, "V", asks: true),
    Case("%YAML 1.1\n---\n" + plain, "db/migrations/1.sql", asks: true),
    Case("\u{FEFF}" + plain, "db/migrations/1.sql", asks: true),
    Case("\u{FEFF}ledger: L\n" + plain.dropFirst(36), "L/x", asks: true),
    Case("version:\n  file: V\n  pattern: '^v: (.*)$'\n" + schema, "V", asks: true),
    Case("version: {file: V,\n  pattern: '(.*)'}\n" + schema, "V", asks: true),
    Case("version: {file:\n  V, pattern:\n  '(.*)'}\n" + schema, "V", asks: true),
    Case("databases:\n  pattern: {source: {kind: schema, path: m.sql}}\n", "m.sql", asks: true),
    Case("databases:\n  version: {source: {kind: schema, path: m.sql}}\n", "m.sql", asks: true),
    // Line ends that only YAML recognises.
    Case(plain.replacing("\n", with: "\r\n"), "db/migrations/1.sql", asks: true),
    Case(plain.replacing("\n", with: "\r"), "db/migrations/1.sql", asks: true),
    Case("# a\rledger: L\n" + plain.dropFirst(36), "L/x", asks: true),
    Case("# a\u{2028}ledger: L\n" + plain.dropFirst(36), "L/x", asks: true),
    // An empty file, and one that only the program can read.
    Case("", "x", asks: false), Case("\t", "x", asks: true),
  ]

  /// Creates a repository with this configuration committed and these files staged.
  private func world(_ yaml: String?, staged: [String]) throws -> Sandbox {
    let sandbox = try Sandbox()
    if let yaml { try sandbox.commit("schemaledger.yml", yaml) } else { try sandbox.commit("file", "x") }
    for path in staged {
      try sandbox.write(path, path == "schemaledger.yml" ? (yaml ?? "") + "\n# more\n" : "-- new\n")
      try sandbox.git("add", "--force", path)
    }
    return sandbox
  }

  /// Runs the hook as Git does, at the top of the work tree.
  private func runHook(
    _ sandbox: Sandbox, program: String? = "echo asked \"$@\"; exit 1", hook: String = "pre-commit",
    in shell: String = "/bin/sh"
  ) throws
    -> Output
  {
    let bin = sandbox.folder + "/bin"
    if let program { try sandbox.write(bin + "/schemaledger", "#!/bin/sh\n\(program)\n", executable: true) }
    return try run(
      shell, [Self.root.appendingPathComponent("Hooks/" + hook).path], in: sandbox.root,
      environment: [
        "PATH": (program == nil ? "" : bin + ":") + "/usr/local/bin:/usr/bin:/bin", "HOME": Home.path,
        "GIT_CONFIG_NOSYSTEM": "1", "GIT_INDEX_FILE": ".git/index", "LC_ALL": "C.UTF-8",
      ])
  }

  private let asked = Output(status: 1, text: "asked check --staged\n")
  private let silent = Output(status: 0, text: "")

  @Test("the hook starts the program if a watched path may be staged", arguments: quiet + watched)
  func asks(item: Case) throws {
    let output = try runHook(try world(item.yaml, staged: item.staged))
    #expect(output == (item.asks ? asked : silent))
  }

  @Test(
    "the hook starts the program only for paths that the configuration watches", arguments: watched.filter(\.asks))
  func agrees(item: Case) throws {
    // Compares the table with the configuration's reader: these paths are watched.
    guard let configuration = try? Configuration(yaml: item.yaml) else { return }
    let paths = configuration.watchedPaths
    let isWatched = item.staged.contains { staged in
      paths.contains { $0.isEmpty || staged == $0 || staged.hasPrefix($0 + "/") }
    }
    #expect(isWatched, "\(paths)")
  }

  @Test("other shells decide the same", arguments: ["/bin/bash", "/bin/dash"])
  func shells(shell: String) throws {
    guard FileManager.default.isExecutableFile(atPath: shell) else { return }
    for item in Self.quiet.prefix(3) + Self.watched.suffix(12) {
      #expect(
        try runHook(try world(item.yaml, staged: item.staged), in: shell) == (item.asks ? asked : silent), "\(item)")
    }
  }

  @Test("a branch without a ledger is ignored, and one that loses its ledger is not")
  func noConfiguration() throws {
    #expect(try runHook(try world(nil, staged: ["x"])) == silent)
    #expect(try runHook(try world(nil, staged: ["SchemaLedger/Fixtures/1/entry.json"])) == asked)
    let removed = try world(Self.plain, staged: [])
    try removed.git("rm", "--quiet", "schemaledger.yml")
    #expect(try runHook(removed) == asked)
    let lost = try world(Self.plain, staged: ["db/migrations/1.sql"])
    try FileManager.default.removeItem(atPath: lost.root + "/schemaledger.yml")
    #expect(try runHook(lost) == asked)
  }

  @Test("deleting, renaming and changing the mode of a watched file is a change")
  func otherChanges() throws {
    for command in [["rm", "--quiet"], ["update-index", "--chmod=+x"], ["mv"]] {
      let sandbox = try world(Self.plain, staged: [])
      try sandbox.commit("db/migrations/1.sql", "x")
      try sandbox.git(command + ["db/migrations/1.sql"] + (command == ["mv"] ? ["away.sql"] : []))
      #expect(try runHook(sandbox) == asked, "\(command)")
    }
  }

  @Test("the staged configuration counts, not the one in the work tree")
  func otherConfiguration() throws {
    let sandbox = try world(Self.plain, staged: ["db/migrations/1.sql"])
    try sandbox.write("schemaledger.yml", Self.plain.replacing("db/migrations", with: "elsewhere"))
    #expect(try runHook(sandbox) == asked)
  }

  @Test("the first commit is checked")
  func unborn() throws {
    let sandbox = try Sandbox()
    try sandbox.write("schemaledger.yml", Self.plain)
    try sandbox.write("db/migrations/1.sql", "x")
    try sandbox.write("README.md", "x")
    try sandbox.git("add", "README.md")
    #expect(try runHook(sandbox) == silent)
    try sandbox.git("add", "--all")
    #expect(try runHook(sandbox) == asked)
  }

  @Test("without the program, a commit that changes the ledger is stopped with instructions")
  func noProgram() throws {
    let touched = try runHook(try world(Self.plain, staged: ["db/migrations/1.sql"]), program: nil)
    #expect(touched.status == 2)
    #expect(touched.text.contains("'schemaledger' is not in your PATH"))
    #expect(touched.text.contains("Install it from \(Installation.ways)."))
    #expect(touched.text.contains("git commit --no-verify"))
    #expect(try runHook(try world(Self.plain, staged: ["x"]), program: nil) == silent)
  }

  @Test("the hook has the program's output and exit status", arguments: [0, 1, 2, 64])
  func status(status: Int32) throws {
    let sandbox = try world(Self.plain, staged: ["db/migrations/1.sql"])
    #expect(try runHook(sandbox, program: "exit \(status)") == Output(status: status, text: ""))
  }

  @Test(
    "git commit runs the previous hook, then ours",
    arguments: [(0, "before\nasked check --staged"), (3, "before")])
  func chained(status: Int, text: String) throws {
    let sandbox = try world(Self.plain, staged: ["db/migrations/1.sql"])
    try sandbox.write(".git/hooks/pre-commit", "#!/bin/sh\necho before\nexit \(status)\n", executable: true)
    try HookInstallation(repository: try sandbox.open()).install(chaining: true)
    // Another process writes the same text; see `Sandbox`.
    try sandbox.write(".git/hooks/pre-commit", HookText.preCommit, executable: true)
    let bin = sandbox.folder + "/bin"
    try sandbox.write(bin + "/schemaledger", "#!/bin/sh\necho asked \"$@\"\nexit 1\n", executable: true)
    let error = #expect(throws: Sandbox.Failure.self) {
      try sandbox.git(["commit", "-m", "x"], environment: ["PATH": bin + ":/usr/local/bin:/usr/bin:/bin"])
    }
    #expect(error?.description.hasSuffix(":\n" + text + "\n") == true)
  }
}

extension Configuration {
  /// All paths whose change may affect the ledger.
  fileprivate var watchedPaths: [String] {
    [Self.fileName]
      + databases.flatMap { database in
        let version: [String] = if case .file(let path, _) = database.version { [path] } else { [] }
        return [database.ledger] + database.source.paths + version
      }
  }
}
