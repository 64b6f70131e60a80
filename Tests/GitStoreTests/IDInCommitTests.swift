import GitStore
import TestSupport
import Testing

@Suite("Id in a commit")
struct IDInCommitTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.commit("a.sql", "one\ntwo\n")
  }

  private func isCommitted() throws -> Bool {
    let repository = try sandbox.open()
    let head = try repository.snapshot(.commit(try sandbox.id("HEAD")))
    return try head.id(of: "a.sql") == repository.idInCommit(ofFile: "a.sql")
  }

  @Test("line ends are converted as the configuration says")
  func configuration() throws {
    #expect(try isCommitted())
    try sandbox.write("a.sql", "one\r\ntwo\r\n")
    #expect(try !isCommitted())
    try sandbox.git("config", "core.autocrlf", "true")
    #expect(try isCommitted())
    try sandbox.write("a.sql", "one\r\nthree\r\n")
    #expect(try !isCommitted())
  }

  @Test("line ends are converted as the attributes say")
  func attributes() throws {
    try sandbox.write("a.sql", "one\r\ntwo\r\n")
    try sandbox.write(".gitattributes", "*.sql text eol=crlf\n")
    #expect(try isCommitted())
    try sandbox.write(".gitattributes", "*.sql -text\n")
    #expect(try !isCommitted())
  }

  @Test("a missing file and a link have no id")
  func missing() throws {
    let repository = try sandbox.open()
    #expect(try repository.idInCommit(ofFile: "b.sql") == nil)
    try sandbox.git("config", "core.autocrlf", "true")
    #expect(try repository.idInCommit(ofFile: "../repository/a.sql") == nil)
  }
}
