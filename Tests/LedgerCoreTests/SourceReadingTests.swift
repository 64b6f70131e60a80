import GitStore
import LedgerCore
import TestSupport
import Testing

@Suite("Reading a source")
struct SourceReadingTests {
  @Test("a file that cannot be read is an error of Git, which says nothing about the migrations")
  func unreadable() throws {
    let sandbox = try Sandbox()
    let commit = try sandbox.commit("db/1_one.sql", "CREATE TABLE a (b);")
    let file = try sandbox.id("HEAD:db/1_one.sql")
    try sandbox.remove(object: file)
    let snapshot = try sandbox.open().snapshot(.commit(commit))
    let source = MigrationFolderConfiguration(paths: ["db"], convention: "plain")
    #expect(throws: GitError.missingObject(file, promised: false)) { try source.listing(in: snapshot) }
  }
}
