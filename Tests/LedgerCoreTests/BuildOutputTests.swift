import Testing

@testable import LedgerCore

@Suite("The output of a failed build")
struct BuildOutputTests {
  /// The form of `swift build` in Swift 6.3, with one module of two files, each error of which two jobs report.
  private static let output = """
    Building for debugging...
    [3/7] Compiling app b.swift
    error: emit-module command failed with exit code 1 (use -v to see invocation)
    macro expansion @ObservationTracked:2:18: error: cannot find type 'Foo' in scope
    `- /app/Sources/app/main.swift:4:48: note: expanded code originates here
    2 | let x: Int = "a"
    4 | @Observable class A { let b = 1; var c: Foo = 1 }
      +--- macro expansion @ObservationTracked -----------------------------
      |2 | private  var _c: Foo = 1
      |  |                  `- error: cannot find type 'Foo' in scope
      +---------------------------------------------------------------------

    /app/Sources/app/b.swift:2:12: error: main actor-isolated var 'q' can not be mutated: error: twice
    1 | @MainActor var q = 1
      |                `- note: mutation of this var is only permitted within the actor
      |      |     `- error: main actor-isolated var 'q' can not be mutated from a nonisolated context
    /app/Sources/app/main.swift:3:7: warning: unused
    /app/Sources/app/b.swift:2:12: error: main actor-isolated var 'q' can not be mutated: error: twice
    /elsewhere/c.h:1:2: fatal error: 'd.h' file not found
    error: fatalError
    """.split(separator: "\n").map(String.init)

  @Test("errors in files come first, then those in macros at the macro, each once")
  func order() {
    #expect(
      BuildOutput.errors(in: Self.output, under: "/app", limit: 20) == [
        "Sources/app/b.swift:2:12: error: main actor-isolated var 'q' can not be mutated: error: twice",
        "/elsewhere/c.h:1:2: fatal error: 'd.h' file not found",
        "Sources/app/main.swift:4:48: error: cannot find type 'Foo' in scope (in the expansion of @ObservationTracked)",
      ])
  }

  @Test("an expansion inside another is reported at the macro in the source")
  func nested() {
    let lines = [
      "macro expansion @_PersistedProperty:5:3: error: no such slot",
      "|- macro expansion @Model:1:2: note: expanded code originates here",
      "`- /app/Models.swift:7:9: note: expanded code originates here",
    ]
    #expect(
      BuildOutput.errors(in: lines, under: "/app", limit: 20)
        == ["Models.swift:7:9: error: no such slot (in the expansion of @_PersistedProperty)"])
    #expect(
      BuildOutput.errors(in: [lines[0]], under: "/app", limit: 20)
        == ["\(lines[0]) (in the expansion of @_PersistedProperty)"])
  }

  @Test("errors of the build itself are shown if there are no others, or beside them")
  func build() {
    #expect(
      BuildOutput.errors(in: ["Fetching x", "error: no product named 'tool'"], under: "/app", limit: 20)
        == ["error: no product named 'tool'"])
    #expect(
      BuildOutput.errors(in: ["a", "ld.lld: error: undefined symbol: f", "error: link failed"], under: "/b", limit: 9)
        == ["ld.lld: error: undefined symbol: f", "error: link failed"])
  }

  @Test("without errors, the last lines are shown")
  func other() {
    let lines = (1...30).map { "line \($0)" }
    #expect(BuildOutput.errors(in: lines, under: "/app", limit: 20) == Array(lines.suffix(20)))
    #expect(BuildOutput.errors(in: ["1 | a: error: b", "  | `- x: error: y"], under: "/app", limit: 1).count == 1)
  }

  @Test("the number of lines is limited, and the rest is counted")
  func limit() {
    let lines = (1...30).map { "/app/A.swift:\($0):1: error: e" }
    let errors = BuildOutput.errors(in: lines, under: "/app", limit: 20)
    #expect(errors.count == 20 && errors.first == "A.swift:1:1: error: e" && errors.last == "… and 11 more errors")
  }

  @Test("a failed build has no hint about a database")
  func hint() {
    let failure = CommandFailure.buildFailed(.exitStatus(1))
    #expect(failure.message == "exited with status 1")
    #expect(failure.hint == "correct the errors; to see the whole output, run it by hand")
  }
}
