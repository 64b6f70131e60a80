import Testing

@Suite("Session syntax")
struct SessionSyntaxTests {
  static let picture = ##"""
    # A story.
    # On two lines.

    normalise: [0-9a-f]{40} => <commit>

    -- folder/one.sql --
    $ not a command
    -- not an end

    -- end --
    $ first |
    > second \
    third
    out

    still out
    \$ not a command
    \# not a comment
    \-- not a file --
    \! not stderr
    \\ not an escape
    -- not a file either
    ! wrong
    !
    ! and more
    [exit 3]

    # In between.
    $ silent
    $ last
    done

    """##

  @Test("recording a session's own outputs leaves it unchanged")
  func roundTrip() throws {
    let session = try Session(parsing: Self.picture)
    #expect(session.recorded(with: session.commands.map(\.expected)) == Self.picture)
  }

  @Test("a command continues after a backslash and on lines with an angle bracket")
  func continuation() throws {
    let session = try Session(parsing: Self.picture)
    #expect(session.commands.map(\.script) == ["first |\nsecond \\\nthird", "silent", "last"])
    #expect(session.commands.map(\.line) == [11, 29, 30])
  }

  @Test("the lines below a command are its stdout, stderr and exit status")
  func output() throws {
    let session = try Session(parsing: Self.picture)
    let expected = CommandOutput(
      stdout: """
        out

        still out
        $ not a command
        # not a comment
        -- not a file --
        ! not stderr
        \\ not an escape
        -- not a file either
        """,
      stderr: "wrong\n\nand more\n", status: 3)
    #expect(session.commands.map(\.expected).first == expected)
    #expect(session.commands.map(\.expected).dropFirst().first == .silent)
  }

  @Test(
    "any output can be recorded and read back",
    arguments: [
      "$ x", "# x", "#", "-- x --", "! x", "!", "> x", ">", "[exit 2]", "\\", "\\$ x", "\n\nx", "x\n\n\ny", "$", "-- x",
    ])
  func escaping(stdout: String) throws {
    let output = CommandOutput(stdout: stdout, stderr: stdout, status: 2)
    let command = "# A story.\n$ true\n"
    let recorded = try Session(parsing: command).recorded(with: [output])
    #expect(try Session(parsing: recorded).commands.map(\.expected) == [output])
  }

  @Test("trailing white space is ignored; carriage returns and escapes are visible")
  func settling() {
    let output = CommandOutput(stdout: "a \t\r\nb\u{1B}[0m  \n\n \n", stderr: "\n", status: 0)
    #expect(output.picture == ["a \t<CR>", "b<ESC>[0m"])
  }

  struct Mistake: CustomTestStringConvertible {
    let text: String
    let line: Int
    let message: String

    init(_ text: String, _ line: Int, _ message: String) {
      self.text = text
      self.line = line
      self.message = message
    }

    var testDescription: String { message }
  }

  static let mistakes = [
    Mistake("$ true\n", 1, "begins with a comment"),
    Mistake("# A story.\n", 1, "at least one line that begins with '$ '"),
    Mistake("# A story.\n\nhello\n", 3, "neither a comment"),
    Mistake("# A story.\n-- a --\n-- end --\nhello\n$ true\n", 4, "not the output of any command"),
    Mistake("# A story.\nnormalise: x\n$ true\n", 2, "expected 'normalise:"),
    Mistake("# A story.\nnormalise: ( => x\n$ true\n", 2, "is not a regular expression"),
    Mistake("# A story.\n$ true\n-- a --\nb\n", 3, "'-- a --' has no '-- end --'"),
    Mistake("# A story.\n-- end --\n$ true\n", 2, "without a file"),
    Mistake("# A story.\n-- ../a --\n-- end --\n$ true\n", 2, "not inside the work folder"),
    Mistake("# A story.\n-- /a --\n-- end --\n$ true\n", 2, "not inside the work folder"),
    Mistake("# A story.\n$ \n", 2, "without a command"),
    Mistake("# A story.\n$ true \\\n", 2, "goes on"),
    Mistake("# A story.\n$ true\n! err\nout\n", 4, "stdout comes first"),
    Mistake("# A story.\n$ true\n[exit 1]\nout\n", 4, "is the last line"),
    Mistake("# A story.\n$ true\n[exit 0]\n", 3, "a number above 0"),
  ]

  @Test("a syntax error is reported with its line", arguments: mistakes)
  func isReported(mistake: Mistake) throws {
    let error = try #require(throws: SessionSyntaxError.self) { try Session(parsing: mistake.text) }
    #expect(error.line == mistake.line)
    #expect(error.message.contains(mistake.message))
  }
}
