import Foundation
import GitStore
import TestSupport
import Testing

@Suite("Objects")
struct ObjectsTests {
  @Test("a commit with a line for each entry is read once for all of them")
  func longMessage() throws {
    let sandbox = try Sandbox()
    let growth = try growth(from: 500) { count in
      let lines = (0..<count).map { "* 1.\($0)  (v1.\($0), a release of that time)" }.joined(separator: "\n")
      try sandbox.write("message", "Freeze\r\nall releases \n\n\(lines)\n")
      try sandbox.git("commit", "--quiet", "--allow-empty", "--cleanup=verbatim", "--file", "message")
      let (id, repository) = (try sandbox.id("HEAD"), try sandbox.open())
      return { () throws in
        for _ in 0..<count { #expect(try repository.commitInfo(id).summary == "Freeze all releases") }
      }
    }
    #expect(growth < 8)
  }

  @Test("another thread reads the same blobs, packed and loose, and verifies them")
  func otherThread() async throws {
    let sandbox = try Sandbox()
    for number in 1...40 { try sandbox.commit("files/\(number % 8)", "line \(number)\n") }
    try sandbox.git("repack", "-adq")
    try sandbox.commit("loose", "loose")
    let repository = try sandbox.open()
    let snapshot = try repository.snapshot(.commit(sandbox.id("HEAD")))
    let files = try snapshot.files(under: "")
    let reader = try #require(try snapshot.blobReader())
    let ids = files.compactMap(\.id)
    async let there = Task.detached { try ids.map { try reader.blob($0) } }.value
    let here = try ids.map { try repository.blob($0) }
    #expect(try await there == here)
    #expect(try repository.snapshot(.index).blobReader() != nil)
    #expect(try repository.snapshot(.workTree).blobReader() == nil)
    let tree = try sandbox.id("HEAD^{tree}")
    #expect(throws: GitError.self) { try reader.blob(tree) }
  }

  @Test("a shallow boundary is not an error")
  func shallow() throws {
    let sandbox = try Sandbox()
    for number in 1...5 { try sandbox.commit("file", "\(number)") }
    let clone = sandbox.folder + "/clone"
    try sandbox.git("clone", "--quiet", "--depth", "2", "file://" + sandbox.root, clone)
    let repository = try sandbox.open(clone)
    #expect(repository.isShallow)
    #expect(try ["HEAD", "HEAD~"].map { try repository.commitHeader(sandbox.id($0)).parents.count } == [1, 0])
    #expect(try repository.history(of: ["file"], from: [sandbox.id("HEAD")]).commitCount == 2)
    #expect(try !sandbox.open().isShallow)
  }

  @Test(
    "a missing object of any type is reported",
    arguments: ["HEAD~1", "HEAD^{tree}", "HEAD:folder", "HEAD:folder/file"])
  func missing(_ revision: String) throws {
    let sandbox = try Sandbox()
    try sandbox.commit("folder/file", "1")
    try sandbox.commit("folder/file", "2")
    let head = try sandbox.id("HEAD")
    let id = try sandbox.id(revision)
    let hex = id.hex
    try FileManager.default.removeItem(atPath: sandbox.root + "/.git/objects/\(hex.prefix(2))/\(hex.dropFirst(2))")
    let repository = try sandbox.open()
    #expect(throws: GitError.missingObject(id, promised: false)) {
      var header = try repository.commitHeader(head)
      if let blob = try repository.treeEntry(tree: header.tree, path: "folder/file") { _ = try repository.blob(blob) }
      header = try repository.commitHeader(header.parents[0])
    }
  }

  @Test("a damaged object is reported", arguments: [true, false])
  func corrupt(_ emptied: Bool) throws {
    let sandbox = try Sandbox()
    try sandbox.commit("one", "first content")
    try sandbox.commit("two", "other content")
    func file(_ id: ObjectID) -> String { sandbox.root + "/.git/objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))" }
    let one = try sandbox.id("HEAD:one")
    let content = emptied ? Data() : try Data(contentsOf: URL(fileURLWithPath: file(sandbox.id("HEAD:two"))))
    try FileManager.default.removeItem(atPath: file(one))
    try content.write(to: URL(fileURLWithPath: file(one)))
    let error = #expect(throws: GitError.self) { try sandbox.open().blob(one) }
    guard case .corrupt(one, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("a path in a tree leads to the id that git finds", arguments: ["a", "a/b", "a/b/c", "a.b", "a-b", "ü", "z/x"])
  func treeEntry(_ path: String) throws {
    let sandbox = try Sandbox()
    for file in ["a/b/c", "a.b", "a-b", "aa", "ü", "z/x", "z/xx"] { try sandbox.write(file, file) }
    try sandbox.git("add", ".")
    try sandbox.git("commit", "--quiet", "-m", "all")
    let repository = try sandbox.open()
    let tree = try sandbox.id("HEAD^{tree}")
    for _ in 1...2 { #expect(try repository.treeEntry(tree: tree, path: path) == sandbox.id("HEAD:" + path)) }
    for absent in [path + "yz", path + "/nothing", "nothing/" + path] {
      for _ in 1...2 { #expect(try repository.treeEntry(tree: tree, path: absent) == nil) }
    }
    #expect(try repository.treeEntry(tree: tree, path: "") == tree)
  }

  @Test("the children of a tree are those git lists")
  func treeChildren() throws {
    let sandbox = try Sandbox()
    for file in ["a/b", "a.b", "run"] { try sandbox.write(file, file, executable: file == "run") }
    try FileManager.default.createSymbolicLink(atPath: sandbox.root + "/link", withDestinationPath: "run")
    try sandbox.git("add", ".")
    try sandbox.git("commit", "--quiet", "-m", "all")
    let children = try sandbox.open().treeChildren(tree: sandbox.id("HEAD^{tree}"))
    let lines = children.map { "\(String($0.mode.rawValue, radix: 8)) \($0.id)\t\($0.name)" }
    let listed = try sandbox.git("ls-tree", "HEAD").split(separator: "\n").map { line in
      line.replacing(" blob ", with: " ").replacing(" tree ", with: " ").replacing("040000", with: "40000")
    }
    #expect(lines == listed.map { String($0) })
  }

  @Test("a blob larger than the limit is not read")
  func limit() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("file", "0123456789")
    let id = try sandbox.id("HEAD:file")
    let repository = try sandbox.open()
    #expect(try repository.blob(id, limit: 10).count == 10)
    #expect(throws: GitError.objectTooLarge(id, size: 10, limit: 9)) { try repository.blob(id, limit: 9) }
  }

  @Test(
    "an object that cannot be read is neither damaged nor missing",
    .enabled(if: FileManager.default.fileExists(atPath: ReferencesTests.unreadablePath)))
  func unreadable() throws {
    let sandbox = try Sandbox()
    let commit = try sandbox.commit("file", "1")
    let blob = try sandbox.id("HEAD:file")
    for id in [commit, blob] {
      try sandbox.remove(object: id)
      try FileManager.default.createSymbolicLink(
        atPath: sandbox.file(of: id), withDestinationPath: ReferencesTests.unreadablePath)
    }
    func expectSystemError<Result>(_ read: () throws -> Result) {
      let error = #expect(throws: GitError.self) { try read() }
      guard case .system(_, EIO, _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    let repository = try sandbox.open()
    expectSystemError { try repository.blob(blob) }
    expectSystemError { try repository.size(of: blob) }
    expectSystemError { try repository.commit(at: commit) }
    expectSystemError { try repository.references() }
  }

  @Test("in a partial clone a missing blob is promised, and the hint fetches it")
  func partialClone() throws {
    let sandbox = try Sandbox()
    try sandbox.commit("file", "1")
    try sandbox.commit("file", "2")
    try sandbox.git("config", "uploadpack.allowFilter", "true")
    let clone = sandbox.folder + "/clone"
    try sandbox.git("clone", "--quiet", "--filter=blob:none", "--no-checkout", "file://" + sandbox.root, clone)
    try sandbox.git("config", "core.repositoryformatversion", "1", in: clone)
    try sandbox.git("config", "extensions.partialClone", "origin", in: clone)
    let repository = try sandbox.open(clone)
    #expect(repository.isPartialClone)
    #expect(try !sandbox.open().isPartialClone)
    let id = try sandbox.id("HEAD~1:file")
    #expect(try !repository.contains(id))
    let error = #expect(throws: GitError.missingObject(id, promised: true)) {
      try repository.snapshot(.commit(sandbox.id("HEAD~1"))).read("file")
    }
    let hint = try #require(error?.hint)
    let command = try #require(hint.split(separator: ": git ").last).split(separator: " ").map(String.init)
    try sandbox.git(command, in: clone)
    #expect(try sandbox.open(clone).snapshot(.commit(sandbox.id("HEAD~1"))).text("file") == "1")
  }
}
