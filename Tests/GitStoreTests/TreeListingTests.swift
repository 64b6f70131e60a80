import Foundation
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

  /// `git fsck` reports them, too.
  @Test(
    "a tree that Git does not write is refused, wherever it is read",
    arguments: [
      (["a", "a"], "two entries of a tree have one name"), (["a/", "a/"], "two entries of a tree have one name"),
      (["a", "a.txt", "a/"], "two entries of a tree have one name"),
      (["a", "a-", "a-b", "a.txt", "a/"], "two entries of a tree have one name"),
      (["b", "a"], "the entries of a tree are not sorted"), (["a/", "a.txt"], "the entries of a tree are not sorted"),
      (["..", "a"], "an entry of a tree has a name that no file can have"),
      ([".", "a"], "an entry of a tree has a name that no file can have"),
      ([".Git", "a"], "an entry of a tree has a name that no file can have"),
      (["a", "a/b"], "an entry of a tree has a name that no file can have"),
    ])
  func faults(names: [String], reason: String) throws {
    let (sandbox, tree) = try Self.tree(of: names)
    #expect(throws: Sandbox.Failure.self) { try sandbox.git("fsck", "--strict", "--no-dangling") }
    let repository = try sandbox.open()
    #expect(throws: GitError.corrupt(tree, reason: reason)) { try repository.listing(of: tree) }
    #expect(throws: GitError.corrupt(tree, reason: reason)) { try repository.treeEntry(tree: tree, path: "a") }
  }

  @Test(
    "a tree that Git writes is read",
    arguments: [["a", "a.txt"], ["a-", "a.txt", "a/"], [".gi", ".gitx", "..a"].sorted()])
  func sorted(names: [String]) throws {
    let (sandbox, tree) = try Self.tree(of: names)
    try sandbox.git("fsck", "--strict", "--no-dangling")
    #expect(try sandbox.open().listing(of: tree).entries.count == names.count)
  }

  @Test("a commit whose tree has two entries of one name has no history of that name")
  func duplicateInHistory() throws {
    let (sandbox, tree) = try Self.tree(of: ["a", "b", "b"])
    let commit = try #require(ObjectID(hex: sandbox.git("commit-tree", "-m", "x", tree.hex)))
    let repository = try sandbox.open()
    #expect(throws: GitError.corrupt(tree, reason: "two entries of a tree have one name")) {
      try repository.history(of: ["b"], from: [commit])
    }
    #expect(try repository.history(of: ["a"], from: [commit]).commitCount == 1)
  }

  /// A tree with these entries in this order; a folder ends with a slash, unless the slash is within the name.
  private static func tree(of names: [String]) throws -> (Sandbox, ObjectID) {
    let sandbox = try Sandbox()
    _ = try sandbox.commit("folder/file", "text")
    let (file, folder) = (try sandbox.id("HEAD:folder/file"), try sandbox.id("HEAD:folder"))
    var tree = Data()
    for name in names {
      let isFolder = name.hasSuffix("/")
      tree += Data((isFolder ? "40000 " : "100644 ").utf8) + Data((isFolder ? name.dropLast() : name[...]).utf8) + [0]
      let digits = Array((isFolder ? folder : file).hex)
      tree += stride(from: 0, to: 40, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
    }
    let path = sandbox.root + "/tree"
    try tree.write(to: URL(fileURLWithPath: path))
    let id = try sandbox.git("hash-object", "-t", "tree", "--literally", "-w", path)
    return (sandbox, try #require(ObjectID(hex: id.trimmingCharacters(in: .whitespacesAndNewlines))))
  }
}
