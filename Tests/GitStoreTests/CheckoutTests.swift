import Foundation
import GitStore
import TestSupport
import Testing

@Suite("Temporary checkout")
struct CheckoutTests {
  private func files(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
  }

  @Test("a commit and the index are written to another folder, and the repository does not change")
  func checkOut() throws {
    let sandbox = try Sandbox()
    try sandbox.write(".gitattributes", "*.txt text eol=crlf\n")
    try sandbox.write("run", "#!/bin/sh\n", executable: true)
    try sandbox.git("add", ".")
    let first = try sandbox.commit("a/b.txt", "one\n")
    try sandbox.write("a/b.txt", "staged\n")
    try sandbox.write("new", "new")
    try sandbox.git("add", ".")
    try sandbox.write("a/b.txt", "lies there\n")
    try sandbox.write("untracked", "x")
    let before = try sandbox.git("status", "--porcelain=v2")
    let index = FileManager.default.contents(atPath: sandbox.root + "/.git/index")

    let repository = try sandbox.open()
    let (commit, staged) = (sandbox.folder + "/commit", sandbox.folder + "/staged")
    try repository.checkOut(.commit(first), into: commit)
    try repository.checkOut(.index, into: staged)
    #expect(try files(in: commit) == [".gitattributes", "a", "a/b.txt", "run"])
    #expect(try files(in: staged) == [".gitattributes", "a", "a/b.txt", "new", "run"])
    #expect(sandbox.read(commit + "/a/b.txt") == "one\r\n")
    #expect(sandbox.read(staged + "/a/b.txt") == "staged\r\n")
    #expect(FileManager.default.isExecutableFile(atPath: commit + "/run"))
    #expect(FileManager.default.contents(atPath: sandbox.root + "/.git/index") == index)
    #expect(try sandbox.git("status", "--porcelain=v2") == before)
  }

  @Test("a bare repository is checked out too")
  func bare() throws {
    let sandbox = try Sandbox()
    let commit = try sandbox.commit("a", "one")
    try sandbox.git("clone", "--quiet", "--bare", ".", sandbox.folder + "/bare")
    try sandbox.open(sandbox.folder + "/bare").checkOut(.commit(commit), into: sandbox.folder + "/out")
    #expect(sandbox.read(sandbox.folder + "/out/a") == "one")
  }

  @Test("unstaged changes are found under the given paths")
  func unstaged() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("in/a", "one")
    try sandbox.commit("[in]", "one")
    func differs(_ paths: [String], untracked: Bool = false) throws -> Bool {
      try sandbox.open().hasUnstagedChanges(under: paths, untracked: untracked)
    }
    #expect(try !differs([""], untracked: true))
    try sandbox.write("in/a", "two")
    #expect(try differs([""]) && differs(["in"]) && differs(["x", "in/a"]))
    #expect(try !differs(["[in]"]) && !differs(["i"]) && !differs(["in/b"]))
    try sandbox.git("add", ".")
    #expect(try !differs([""]))
    try sandbox.write("in/new/b", "x")
    #expect(try !differs(["in"]) && differs(["in"], untracked: true) && !differs(["[in]"], untracked: true))
    try FileManager.default.removeItem(atPath: sandbox.root + "/[in]")
    #expect(try differs(["[in]"]) && !differs(["in"]))
  }
}
