import Foundation
import GitStore
import TestSupport
import Testing

@Suite("FileSnapshot")
struct FileSnapshotTests {
  /// A work tree with one file of each kind, all committed.
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("a/b/deep", "deep")
    try sandbox.write("a.txt", "beside the folder a")
    try sandbox.write("a/run", "#!/bin/sh", executable: true)
    try sandbox.write("empty", "")
    try sandbox.write("crlf", "one\r\ntwo\r\n")
    try sandbox.write("naïve/ü.sql", "select 1")
    try FileManager.default.createSymbolicLink(atPath: sandbox.root + "/link", withDestinationPath: "a.txt")
    try FileManager.default.createSymbolicLink(atPath: sandbox.root + "/folderlink", withDestinationPath: "a")
    try sandbox.git("add", ".")
    try sandbox.git("commit", "--quiet", "-m", "all")
    return sandbox
  }

  private func snapshots(_ sandbox: Sandbox) throws -> [(String, FileSnapshot)] {
    let repository = try sandbox.open()
    return [
      ("commit", try repository.snapshot(.commit(sandbox.id("HEAD")))), ("index", try repository.snapshot(.index)),
      ("work tree", try repository.snapshot(.workTree)),
    ]
  }

  @Test("the three places agree")
  func agree() throws {
    let sandbox = try sandbox()
    for (place, files) in try snapshots(sandbox) {
      #expect(
        try files.files(under: "").map { "\($0.path) \($0.kind)" } == [
          "a.txt file", "a/b/deep file", "a/run executable", "crlf file", "empty file", "folderlink symlink",
          "link symlink", "naïve/ü.sql file",
        ], "\(place)")
      #expect(try files.files(under: "a").map(\.path) == ["a/b/deep", "a/run"], "\(place)")
      #expect(try files.files(under: "a/").map(\.path) == ["a/b/deep", "a/run"], "\(place)")
      #expect(try files.files(under: "nothing").isEmpty, "\(place)")
      #expect(
        try files.list("")?.map { "\($0.name)\($0.isFolder ? "/" : "")" }
          == ["a/", "a.txt", "crlf", "empty", "folderlink", "link", "naïve/"], "\(place)")
      #expect(try files.list("a")?.map(\.name) == ["b", "run"], "\(place)")
      #expect(try files.text("a/b/deep") == "deep", "\(place)")
      #expect(try files.text("naïve/ü.sql") == "select 1", "\(place)")
      #expect(try files.text("crlf") == "one\r\ntwo\r\n", "\(place)")
      #expect(try files.read("empty") == [], "\(place)")
      #expect(
        try files.contents(under: "").mapValues { String(decoding: $0, as: UTF8.self) } == [
          "a.txt": "beside the folder a", "a/b/deep": "deep", "a/run": "#!/bin/sh",
          "crlf": "one\r\ntwo\r\n", "empty": "", "naïve/ü.sql": "select 1",
        ], "\(place)")
      #expect(try files.contents(under: "a").keys.sorted() == ["a/b/deep", "a/run"], "\(place)")
      for path in ["a.txt", "nothing", "folderlink", ".."] {
        #expect(try files.contents(under: path).isEmpty, "\(place)")
      }
    }
  }

  @Test("a blob whose content was added to the cache is not read")
  func addedToCache() throws {
    let sandbox = try sandbox()
    try sandbox.remove(object: sandbox.id("HEAD:a/run"))
    let repository = try sandbox.open()
    let cache = ObjectCache()
    try cache.add(bytes("#!/bin/sh"))
    try cache.add(bytes("deeper"))
    let files = try repository.snapshot(of: sandbox.id("HEAD"), using: cache)
    #expect(try files.text("a/run") == "#!/bin/sh")
    #expect(try files.text("a/b/deep") == "deep")
    #expect(throws: GitError.self) { try repository.snapshot(.commit(sandbox.id("HEAD"))).read("a/run") }
  }

  @Test(
    "a path that is not a file is nil in all places",
    arguments: [
      "", "a", "a/", "nothing", "a/nothing", "a.txt/x", "link", "folderlink", "folderlink/run", "../repository/a.txt",
      "a/../a.txt", "./a.txt", "/a.txt", "a//run", ".git/config", "A.TXT",
      "a/./run", "a/..", "...", "a.txt\0", "/", "//", ".", "./",
    ])
  func notAFile(_ path: String) throws {
    let sandbox = try sandbox()
    for (place, files) in try snapshots(sandbox) where !(place == "work tree" && path == ".git/config") {
      #expect(try files.read(path) == nil, "\(place)")
    }
  }

  @Test(
    "a path that is not a folder has no list", arguments: ["a.txt", "nothing", "link", "folderlink", "..", "a/run"])
  func notAFolder(_ path: String) throws {
    let sandbox = try sandbox()
    for (place, files) in try snapshots(sandbox) { #expect(try files.list(path) == nil, "\(place)") }
  }

  @Test("ids are those of git; the work tree has none")
  func ids() throws {
    let sandbox = try sandbox()
    let repository = try sandbox.open()
    let blob = try sandbox.id("HEAD:a/run")
    let commit = try repository.snapshot(.commit(sandbox.id("HEAD")))
    #expect(try commit.id(of: "a/run") == blob)
    #expect(try commit.id(of: "a") == sandbox.id("HEAD:a"))
    #expect(try commit.id(of: "") == sandbox.id("HEAD^{tree}"))
    #expect(try commit.id(of: "nothing") == nil)
    let index = try repository.snapshot(.index)
    #expect(try index.id(of: "a/run") == blob)
    #expect(try index.id(of: "a") == nil)
    #expect(try repository.snapshot(.workTree).id(of: "a/run") == nil)
    #expect(try commit.files(under: "a").map(\.id) == index.files(under: "a").map(\.id))
  }

  @Test("the places differ where they should")
  func differ() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("file", "committed")
    try sandbox.write("file", "staged")
    try sandbox.write("added", "staged")
    try sandbox.git("add", ".")
    try sandbox.write("file", "on disk")
    try sandbox.write("untracked", "x")
    try sandbox.write("intended", "x")
    try sandbox.git("add", "--intent-to-add", "intended")
    #expect(try snapshots(sandbox).map { try $0.1.text("file") } == ["committed", "staged", "on disk"])
    #expect(
      try snapshots(sandbox).map { try $0.1.files(under: "").map(\.path) } == [
        ["file"], ["added", "file"], ["added", "file", "intended", "untracked"],
      ])
    #expect(try sandbox.open().snapshot(.index).read("intended") == nil)
  }

  @Test("ignored files are left out of the work tree, unless they are tracked")
  func ignored() throws {
    let sandbox = try Sandbox()
    try sandbox.write(".gitignore", "*.log\nbuild/\n/top\n!keep.log\n")
    for path in ["a.log", "sub/b.log", "keep.log", "build/x", "sub/build/y", "top", "sub/top", "tracked/t.log"] {
      try sandbox.write(path, "x")
    }
    try sandbox.write("sub/.gitignore", "only-here\n")
    try sandbox.write("sub/only-here", "x")
    try sandbox.git("add", "--force", "tracked/t.log", "sub/build/y")
    let files = try sandbox.open().snapshot(.workTree)
    let expected = try sandbox.git("ls-files", "--cached", "--others", "--exclude-standard").split(separator: "\n")
    #expect(try files.files(under: "").map(\.path) == expected.map(String.init).sorted())
    #expect(try files.contents(under: "").keys.map(\.text).sorted() == expected.map(String.init).sorted())
    #expect(try files.list("sub")?.map(\.name) == [".gitignore", "build", "top"])
    #expect(try files.text("a.log") == "x")
  }

  @Test("nested repositories are skipped; a submodule is one entry")
  func submodules() throws {
    let sandbox = try Sandbox()
    let other = try Sandbox()
    let commit = try other.commit("inside", "x")
    try sandbox.commit("file", "x")
    try sandbox.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.root, "module")
    try sandbox.git("commit", "--quiet", "-m", "module")
    try sandbox.git("init", "--quiet", sandbox.root + "/nested")
    try sandbox.write("nested/file", "x")
    for (place, files) in try snapshots(sandbox) {
      #expect(
        try files.files(under: "").map { "\($0.path) \($0.kind)" }
          == [".gitmodules file", "file file", "module submodule"], "\(place)")
      #expect(try files.read("module") == nil, "\(place)")
      if place != "work tree" { #expect(try files.id(of: "module") == commit, "\(place)") }
    }
  }

  @Test("a conflict in the index is reported when its path is read")
  func conflict() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("file", "base")
    try sandbox.commit("other", "x")
    try sandbox.git("switch", "--quiet", "-c", "topic")
    try sandbox.commit("file", "theirs")
    try sandbox.git("switch", "--quiet", "main")
    try sandbox.commit("file", "ours")
    #expect(throws: Sandbox.Failure.self) { try sandbox.git("merge", "topic") }
    let index = try sandbox.open().snapshot(.index)
    #expect(throws: GitError.unmergedPath("file")) { try index.read("file") }
    #expect(throws: GitError.unmergedPath("file")) { try index.id(of: "file") }
    #expect(throws: GitError.unmergedPath("file")) { try index.files(under: "") }
    #expect(try index.list("")?.map(\.name) == ["file", "other"])
    #expect(try index.text("other") == "x")
  }

  @Test("a link that replaces a folder is not followed out of the work tree")
  func escape() throws {
    let sandbox = try Sandbox()
    try sandbox.write(sandbox.folder + "/outside/secret", "x")
    try FileManager.default.createSymbolicLink(atPath: sandbox.root + "/out", withDestinationPath: "../outside")
    #expect(mkfifo(sandbox.root + "/pipe", 0o600) == 0)
    let files = try sandbox.open().snapshot(.workTree)
    #expect(try files.read("out/secret") == nil)
    #expect(try files.list("out") == nil)
    #expect(try files.read("pipe") == nil)
    #expect(try files.files(under: "").map(\.path) == ["out"])
  }

  @Test("an index that does not exist yet is empty, and a damaged one an error")
  func missingIndex() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.open().snapshot(.index).files(under: "").isEmpty)
    #expect(try sandbox.open().snapshot(.index).list("") == [])
    try sandbox.write(".git/index", "not an index")
    #expect(throws: GitError.self) { try sandbox.open().snapshot(.index) }
  }

  @Test("files in memory behave like the others")
  func memory() throws {
    let files = FileSnapshot(memory: ["a/b": bytes("1"), "a/c/d": bytes("2"), "a.sql": []])
    #expect(try files.list("")?.map { "\($0.name) \($0.isFolder)" } == ["a true", "a.sql false"])
    #expect(try files.list("a")?.map(\.name) == ["b", "c"])
    #expect(try files.list("a/b") == nil)
    #expect(try files.files(under: "a").map(\.path) == ["a/b", "a/c/d"])
    #expect(try files.text("a/c/d") == "2")
    #expect(try files.read("a/c") == nil)
    #expect(try FileSnapshot(memory: [:]).list("") == [])
  }

  @Test("files whose names are canonically equal are two")
  func canonicallyEqualNames() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("d/\u{E9}", "1")
    let head = try sandbox.commit("d/e\u{301}", "2")
    let repository = try sandbox.open()
    for place in [FileSnapshot.Place.commit(head), .index, .workTree] {
      let files = try repository.snapshot(place)
      let contents = try files.contents(under: "d")
      #expect(contents["d/\u{E9}"].map { String(decoding: $0, as: UTF8.self) } == "1", "\(place)")
      #expect(contents["d/e\u{301}"].map { String(decoding: $0, as: UTF8.self) } == "2", "\(place)")
      #expect(try files.list("d")?.count == 2, "\(place)")
    }
    let copy = FileSnapshot(memory: [(key: "d/\u{E9}", value: [1]), (key: "d/e\u{301}", value: [2])])
    #expect(try copy.read("d/\u{E9}") == [1])
    #expect(try copy.list("d")?.count == 2)
    #expect(try copy.files(under: "d").count == 2)
  }
}
