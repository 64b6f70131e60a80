import TestSupport
import Testing

@testable import GitStore

@Suite("Tree listings")
struct TreeListingTests {
  /// The trees of two commits, of which the first has the files `before` and the second `after`, by name.
  private struct Trees {
    let repository: Repository
    let before, after: ObjectID

    init(_ before: [String: String], _ after: [String: String]) throws {
      let sandbox = try Sandbox()
      try sandbox.git("commit", "--quiet", "--allow-empty", "-m", "empty")
      var trees: [ObjectID] = []
      for files in [before, after] {
        try sandbox.git("rm", "-r", "-f", "--quiet", "--ignore-unmatch", ".")
        for (path, text) in files { try sandbox.write(path, text) }
        try sandbox.git("add", "--all")
        try sandbox.git("commit", "--quiet", "--allow-empty", "-m", "files")
        trees.append(try sandbox.id("HEAD^{tree}"))
      }
      self.sandbox = sandbox
      repository = try sandbox.open()
      (self.before, self.after) = (trees[0], trees[1])
    }

    private let sandbox: Sandbox
  }

  private static let many = Dictionary(
    uniqueKeysWithValues: (100..<160).map { ("\($0)/x", "\($0)") })

  @Test("only what differs is decoded, wherever it is")
  func differences() throws {
    for changed in ["100/x", "131/x", "159/x"] {
      var after = Self.many
      after[changed] = "other"
      let name = String(changed.prefix(3))
      let trees = try Trees(Self.many, after)
      let (old, new) = (
        try trees.repository.listing(of: trees.before),
        try trees.repository.listing(of: trees.after)
      )
      let found = new.differences(from: old)
      #expect(found.before.map(\.name) == [name] && found.after.map(\.name) == [name])
      #expect(found.before[0].id != found.after[0].id)
      #expect(new.differences(from: new).before.isEmpty && new.differences(from: new).after.isEmpty)
      #expect(new.differences(from: TreeListing()).after.count == 60)
      #expect(TreeListing().differences(from: old).before.count == 60)
    }
  }

  @Test("an added and a removed entry are differences")
  func additions() throws {
    let trees = try Trees(
      Self.many, Self.many.filter { $0.key != "120/x" }.merging(["140a": "new"]) { $1 })
    let (old, new) = (
      try trees.repository.listing(of: trees.before), try trees.repository.listing(of: trees.after)
    )
    let found = new.differences(from: old)
    #expect(Set(found.before.map(\.name)).subtracting(found.after.map(\.name)) == ["120"])
    #expect(Set(found.after.map(\.name)).subtracting(found.before.map(\.name)) == ["140a"])
    #expect(old.entry(named: "120")?.mode == .tree && new.entry(named: "120") == nil)
    #expect(
      new.entry(named: "140a")?.kind == .file && new.entry(named: "140") == old.entry(named: "140"))
    #expect(new.entry(named: "14") == nil && new.entry(named: "") == nil)
    #expect(new.entries == (try trees.repository.treeChildren(tree: trees.after)))
  }

  @Test("removed files are those in whose place nothing is")
  func removedFiles() throws {
    let before = [
      "kept": "1", "changed": "1", "gone": "1", "a/gone": "1", "a/kept": "1", "b/c/d": "1",
      "file": "1",
    ]
    let after = [
      "kept": "1", "changed": "2", "a/kept": "1", "b/c": "a file", "file/in/folder": "1",
      "new/x": "1",
    ]
    let trees = try Trees(before, after)
    let removed = try trees.repository.removedFiles(from: trees.before, to: trees.after)
    #expect(removed.sorted() == ["a/gone", "b/c/d", "gone"])
    let expected = try trees.repository.changedPaths(at: "", from: trees.before, to: trees.after)
      .filter { try trees.repository.treeEntry(tree: trees.after, path: $0) == nil }
    #expect(removed.sorted() == expected)
  }
}
