import Foundation
import GitStore
import TestSupport
import Testing

@Suite("Writing the work tree")
struct WorkTreeTests {
  @Test("files are written atomically, with folders and permissions, and without leftovers")
  func write() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a/old", "old")
    try sandbox.write("gone/deep/file", "x")
    try sandbox.open().writeWorkTree([
      .write(path: "a/old", bytes: bytes("new")), .write(path: "a/b/c", bytes: bytes("deep"), executable: true),
      .remove(path: "gone/deep/file"), .remove(path: "never/there"),
    ])
    #expect(sandbox.read("a/old") == "new")
    #expect(sandbox.read("a/b/c") == "deep")
    #expect(FileManager.default.isExecutableFile(atPath: sandbox.root + "/a/b/c"))
    #expect(!FileManager.default.isExecutableFile(atPath: sandbox.root + "/a/old"))
    let left = try FileManager.default.subpathsOfDirectory(atPath: sandbox.root).filter { !$0.hasPrefix(".git") }
    #expect(left.sorted() == ["a", "a/b", "a/b/c", "a/old"])
  }

  @Test("only temporary files of killed processes are removed")
  func leftovers() throws {
    let sandbox = try Sandbox()
    // No process has this id; process 1 always exists.
    let others = [".schemaledger.1.tmp", ".schemaledger.x.tmp", ".schemaledger.tmp"]
    for name in others + [".schemaledger.2147483646.tmp"] { try sandbox.write(".git/" + name, "x") }
    try sandbox.open().writeWorkTree([.write(path: "a", bytes: bytes("new"))])
    let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.root + "/.git")
    #expect(left.filter { $0.hasPrefix(".schemaledger") }.sorted() == others.sorted())
  }

  @Test("if a path contains a link, nothing is written", arguments: ["out/file", "out", "deep/out/x/y"])
  func links(_ path: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write(sandbox.folder + "/outside/file", "theirs")
    try sandbox.write("deep/file", "x")
    for link in ["out", "deep/out"] {
      try FileManager.default.createSymbolicLink(
        atPath: sandbox.root + "/" + link, withDestinationPath: sandbox.folder + "/outside")
    }
    let link = sandbox.root + (path.hasPrefix("deep") ? "/deep/out" : "/out")
    for change in [FileChange.write(path: path, bytes: bytes("ours")), .remove(path: path)] {
      #expect(throws: GitError.symlinkInPath(link)) {
        try sandbox.open().writeWorkTree([.write(path: "first", bytes: []), change])
      }
    }
    #expect(sandbox.read(sandbox.folder + "/outside/file") == "theirs")
    #expect(!sandbox.exists("first"))
  }

  @Test("new files are removed again if a later file cannot be written, and no others")
  func failure() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a/old", "old")
    try sandbox.write("in/the/way/file", "x")
    #expect(throws: GitError.self) {
      try sandbox.open().writeWorkTree([
        .write(path: "a/old", bytes: bytes("new")), .write(path: "a/b/c", bytes: []), .write(path: "top", bytes: []),
        .write(path: "in/the/way", bytes: []),
      ])
    }
    let left = try FileManager.default.subpathsOfDirectory(atPath: sandbox.root).filter { !$0.hasPrefix(".git") }
    #expect(left.sorted() == ["a", "a/old", "in", "in/the", "in/the/way", "in/the/way/file"])
  }

  @Test("a folder in place of a file is an error, and is kept")
  func folderInTheWay() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a/b", "x")
    #expect(throws: GitError.self) { try sandbox.open().writeWorkTree([.write(path: "a", bytes: [])]) }
    #expect(throws: GitError.self) { try sandbox.open().writeWorkTree([.write(path: "a/b/c", bytes: [])]) }
    #expect(sandbox.read("a/b") == "x")
    let left = try FileManager.default.subpathsOfDirectory(atPath: sandbox.root).filter { !$0.hasPrefix(".git") }
    #expect(left.sorted() == ["a", "a/b"])
  }
}
