import Foundation
import Testing

@Suite("Bad input file")
struct BadInputFileTests {
  private static let text = """
    # Names.

    normalise: [0-9]+ => N

    == one
    % true
    $ echo 1
    1

    == two (mounts)
    # A comment.
    $ false
    [exit 1]

    """

  @Test("cases are parsed with their names, lines and statuses")
  func cases() throws {
    let file = try BadInputFile(parsing: Self.text)
    #expect(file.title == "Names.")
    #expect(file.normalisations.count == 1)
    #expect(file.cases.map(\.name) == ["one", "two (mounts)"])
    #expect(file.cases.map(\.line) == [5, 10])
    #expect(file.cases.map(\.mounts) == [false, true])
    #expect(file.cases.map(\.statuses) == [[0], [1]])
    #expect(file.cases[0].session.commands.map(\.line) == [6, 7])
    #expect(file.cases[0].session.commands.map(\.mayChange) == [true, false])
  }

  @Test("recording the same outputs, or none, leaves the text unchanged")
  func recording() throws {
    let file = try BadInputFile(parsing: Self.text)
    let outputs = file.cases.map { $0.session.commands.map(\.expected) }
    #expect(file.recorded(with: outputs) == Self.text)
    #expect(file.recorded(with: [nil, nil]) == Self.text)
  }

  @Test("a case without a command is an error with its line")
  func mistake() throws {
    let error = try #require(throws: SessionSyntaxError.self) {
      try BadInputFile(parsing: "# Names.\n\n== one\n% true\n")
    }
    #expect(error.line == 3)
  }

  struct Change: CustomTestStringConvertible {
    let script: String
    let found: [String]

    var testDescription: String { script }
  }

  static let changes = [
    Change(script: "true", found: []),
    Change(script: "cat a > /dev/null", found: []),
    Change(script: "echo 2 > a", found: ["work tree: $WORK/a has other content"]),
    Change(script: "chmod 600 a", found: ["work tree: $WORK/a has mode 100600, not 100644"]),
    Change(script: "rm a", found: ["work tree: $WORK/a is gone"]),
    Change(script: "rm l && ln -s b l", found: ["work tree: $WORK/l has other content"]),
    Change(script: "mkdir empty", found: ["work tree: $WORK/empty is new"]),
    Change(script: ": > .git/index", found: ["index: $WORK/.git/index is new"]),
    Change(script: ": > .git/refs/heads/x", found: ["references: $WORK/.git/refs/heads/x is new"]),
    Change(script: "echo >> .git/config", found: ["configuration: $WORK/.git/config has other content"]),
    Change(script: ": > .git/hooks/pre-commit", found: ["hooks: $WORK/.git/hooks/pre-commit is new"]),
    Change(script: ": > .git/objects/x", found: ["objects: $WORK/.git/objects/x is new"]),
    Change(script: ": > $TMPDIR/x", found: ["left behind: $TMPDIR/x is new"]),
    Change(script: ": > $HOME/x", found: ["left behind: $HOME/x is new"]),
  ]

  @Test("files that a command changes are named", arguments: changes)
  func fingerprint(change: Change) throws {
    let world = try SessionWorld(programFolder: URL.temporaryFolder)
    defer { try? world.remove() }
    let start = "git init -q && mkdir -p .git/hooks && echo 1 > a && chmod 644 a && ln -s a l"
    #expect(try world.run(start, timeLimit: .seconds(60)) == .silent)
    let before = try world.fingerprint
    _ = try world.run(change.script, timeLimit: .seconds(60))
    #expect(try world.fingerprint.changes(since: before) == change.found)
  }
}
