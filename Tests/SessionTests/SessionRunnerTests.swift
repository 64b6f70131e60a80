import Foundation
import Testing

@Suite("Session runner")
final class SessionRunnerTests {
  private let folder: URL
  private let runner: SessionRunner

  /// Creates a folder with a `schemaledger` that prints its arguments, so that these tests do not need the program.
  init() throws {
    folder = URL.temporaryFolder.appending(path: "session-tests-\(UUID().uuidString)")
    let programs = folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    let program = programs.appending(path: ProgramFolder.programName)
    try Data("#!/bin/sh\necho \"stub: $*\"\n".utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    runner = SessionRunner(programFolder: programs)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func session(_ text: String, name: String = "story.session") throws -> URL {
    let file = folder.appending(path: name)
    try Data(("# A story.\n" + text).utf8).write(to: file)
    return file
  }

  private func contents(_ file: URL) throws -> String {
    try String(contentsOf: file, encoding: .utf8)
  }

  struct Story: CustomTestStringConvertible {
    let about: String
    let text: String

    init(_ about: String, _ text: String) {
      self.about = about
      self.text = text
    }

    var testDescription: String { about }
  }

  static let truths = [
    Story("all three of an output", "$ echo one; echo two >&2; exit 3\none\n! two\n[exit 3]\n"),
    Story("the program under test", "$ schemaledger init --quiet\nstub: init --quiet\n"),
    Story("the folder of the program", "$ command -v schemaledger\n$PROGRAM/schemaledger\n"),
    Story("cd carries over", "$ mkdir -p a/b\n$ cd a/b\n$ pwd\n$WORK/a/b\n$ cd ../..\n$ pwd\n$WORK\n"),
    Story("cd that fails", "$ cd nowhere 2> /dev/null || exit 1\n[exit 1]\n$ pwd\n$WORK\n"),
    Story("export carries over", "$ export NAME=\"one two\"\n$ echo \"$NAME\"\none two\n"),
    Story("nothing else does", "$ OTHER=1; cd /\n$ echo \"${OTHER-unset}\"; pwd\nunset\n$WORK\n"),
    Story(
      "a clock", "$ echo $GIT_AUTHOR_DATE\n2026-01-01T00:00:00Z\n$ echo $GIT_COMMITTER_DATE\n2026-01-01T00:01:00Z\n"),
    Story("folders by name", "$ echo $HOME/x; mktemp -d | sed 's/tmp[.].*/…/'\n$HOME/x\n$TMPDIR/…\n"),
    Story("a file", "-- a/b.txt --\nhello\n-- end --\n$ cat a/b.txt; wc -c < a/b.txt | tr -d ' '\nhello\n6\n"),
    Story("a file in the middle", "$ ls\n-- a --\n-- end --\n$ ls\na\n"),
    Story("empty input, more lines", "$ cat; cat <<END\n> here\n> END\nhere\n"),
    Story("a signal", "$ kill -9 $$\n[exit 137]\n"),
  ]

  @Test("a session with the actual output passes", arguments: truths)
  func truthPasses(story: Story) throws {
    let mismatch = try runner.firstMismatch(in: session(story.text))
    #expect(mismatch == nil, "\(mismatch.map(String.init(describing:)) ?? "")")
  }

  static let falsehoods = [
    Story("another line", "$ echo one\ntwo\n"),
    Story("a line too few", "$ echo one\n"),
    Story("a line too many", "$ true\none\n"),
    Story("stderr that is stdout", "$ echo one\n! one\n"),
    Story("stdout that is stderr", "$ echo one >&2\none\n"),
    Story("success that is failure", "$ echo one; exit 1\none\n"),
    Story("failure that is success", "$ echo one\none\n[exit 1]\n"),
    Story("another status", "$ exit 2\n[exit 1]\n"),
    Story("another case", "$ echo one\nOne\n"),
    Story("white space at the beginning", "$ echo '  one'\none\n"),
    Story("a blank line at the beginning", "$ echo; echo one\none\n"),
  ]

  @Test("a session with any other output fails", arguments: falsehoods)
  func falsehoodFails(story: Story) throws {
    let mismatch = try #require(try runner.firstMismatch(in: session(story.text)))
    #expect(mismatch.command.line == 2)
  }

  @Test("a failure shows the command, both outputs and the work folder")
  func report() throws {
    let file = try session("$ git init -q; echo hello > file\n$ echo one; echo three\none\ntwo\n")
    let mismatch = try #require(try runner.firstMismatch(in: file))
    let expected = """
      $ echo one; echo three
        one
      - two
      + three

      (- the session, + what happened; RECORD_SESSIONS=1 rewrites the session)
      The work folder holds:
        .git/
        file  6
      """
    #expect(mismatch.description == expected)
    #expect(mismatch.command.line == 3)
  }

  @Test("recording writes the actual output, and the recorded session passes")
  func recording() throws {
    let file = try session("\n$ echo '$ one'\nwrong\n\n# Then.\n$ echo two >&2; false\n$ true\nnothing\n")
    #expect(try runner.record(file) == true)
    let recorded = "# A story.\n\n$ echo '$ one'\n\\$ one\n\n# Then.\n$ echo two >&2; false\n! two\n[exit 1]\n$ true\n"
    #expect(try contents(file) == recorded)
    #expect(try runner.firstMismatch(in: file) == nil)
    #expect(try runner.record(file) == false)
    #expect(try contents(file) == recorded)
  }

  @Test("a session normalises output that varies")
  func ownNormalisation() throws {
    let file = try session("normalise: ^id ([a-z])\\w+ => id <$1>\n$ echo id abc\nid <a>\n")
    #expect(try runner.firstMismatch(in: file) == nil)
  }

  @Test(
    "durations are normalised",
    arguments: [
      ("done in 0.03 s", "done in <time>"), ("   12 ms  one", " <time>  one"), ("1.5s", "<time>"),
      ("took 3 seconds", "took <time>"), (#"{"seconds": 0.001}"#, #"{"seconds": <time>}"#),
      (#"<testcase time="0.1">"#, #"<testcase time="<time>">"#), ("3 sets, v1.2.0, 12 msgs", "3 sets, v1.2.0, 12 msgs"),
    ])
  func durations(printed: String, expected: String) throws {
    let file = try session("$ echo '\(printed)'\n\(expected)\n")
    let mismatch = try runner.firstMismatch(in: file)
    #expect(mismatch == nil, "\(mismatch.map(String.init(describing:)) ?? "")")
  }

  @Test("a command that takes too long is terminated with its child processes")
  func timeLimit() throws {
    var hasty = runner
    hasty.timeLimit = .milliseconds(200)
    let late = folder.appending(path: "late")
    let file = try session("$ (sleep 1; echo > \(late.path)) & wait\n")
    let error = try #require(throws: SessionInterrupted.self) { try hasty.firstMismatch(in: file) }
    #expect(error.reason is TimeLimitExceeded)
    #expect(error.command.line == 2)
    Thread.sleep(forTimeInterval: 1.2)
    #expect(!FileManager.default.fileExists(atPath: late.path))
  }

  @Test("a command leaves no process running")
  func background() throws {
    let late = folder.appending(path: "late")
    let file = try session("$ (sleep 1; echo > \(late.path)) &\n")
    #expect(try runner.firstMismatch(in: file) == nil)
    Thread.sleep(forTimeInterval: 1.2)
    #expect(!FileManager.default.fileExists(atPath: late.path))
  }

  @Test("a session's folder is removed when it ends")
  func worldIsRemoved() throws {
    let mismatch = try runner.firstMismatch(in: session("$ printf %s \"$WORK\" | tr / :\nnot this\n"))
    let work = try #require(mismatch?.actual.stdout.first).replacingOccurrences(of: ":", with: "/")
    #expect(work.hasSuffix("/work"))
    #expect(!FileManager.default.fileExists(atPath: work))
  }

  @Test("a file that is not a session is reported")
  func strays() throws {
    let stories = folder.appending(path: "stories")
    try FileManager.default.createDirectory(at: stories.appending(path: "below"), withIntermediateDirectories: true)
    for name in ["a.session", "b.sesion", "below/c.session"] {
      try Data().write(to: stories.appending(path: name))
    }
    #expect(SessionFolder(stories).names == ["a.session"])
    #expect(try SessionFolder(stories).strays() == ["b.sesion", "below", "below/c.session"])
  }
}
