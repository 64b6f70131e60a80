import Foundation
import TestSupport
import Testing

@testable import GitStore

/// A folder of which each of 20 commits adds one file, and one more removes the first.
@Suite("Stored differences of trees")
struct TreeDifferencesTests {
  private let sandbox: Sandbox
  private let trees: [ObjectID]

  init() throws {
    sandbox = try Sandbox()
    var trees: [ObjectID] = []
    for number in 1...20 {
      try sandbox.commit("f/\(number)", "\(number)")
      trees.append(try sandbox.id("HEAD:f"))
    }
    try sandbox.git("rm", "--quiet", "f/1")
    try sandbox.git("commit", "--quiet", "-m", "Remove")
    trees.append(try sandbox.id("HEAD:f"))
    self.trees = trees
  }

  private func differences(_ cache: HistoryCache = .standard) throws -> TreeDifferences {
    TreeDifferences(in: try sandbox.open(), cache: cache)
  }

  private var pairs: [(PathHistory.Content, PathHistory.Content)] {
    let contents = trees.map { PathHistory.Content.object($0) }
    return [(.absent, contents[0])] + zip(contents, contents.dropFirst()).map { ($0, $1) }
  }

  /// Reads all differences, and stores them.
  private func read() throws -> [TreeDifference] {
    let repository = try sandbox.open()
    let differences = TreeDifferences(in: repository, cache: .standard)
    let found = try pairs.map { before, after in
      func listing(_ content: PathHistory.Content) throws -> TreeListing {
        if case .object(let tree) = content { try repository.listing(of: tree) } else { TreeListing() }
      }
      let difference = try listing(after).differences(from: listing(before))
      differences.add(difference, from: before, to: after)
      return difference
    }
    differences.write()
    return found
  }

  @Test("the next run has the differences, also with a folder that did not exist, and one without a cache has none")
  func kept() throws {
    let found = try read()
    #expect(found.last?.before.map(\.name) == ["1"] && found.last?.after.isEmpty == true)
    let stored = try differences()
    for (pair, difference) in zip(pairs, found) { #expect(stored.known(from: pair.0, to: pair.1) == difference) }
    #expect(stored.known(from: pairs[1].1, to: pairs[1].0) == nil)
    #expect(stored.known(from: .unknown, to: pairs[1].1) == nil)
    let pair = pairs[1]
    #expect(try differences(.none).known(from: pair.0, to: pair.1) == nil)
  }

  @Test("a difference from a tree that is no longer there is not known")
  func missing() throws {
    _ = try read()
    try sandbox.remove(object: trees[3])
    let stored = try differences()
    for (place, pair) in pairs.enumerated() {
      #expect((stored.known(from: pair.0, to: pair.1) == nil) == [3, 4].contains(place))
    }
  }

  @Test("a damaged file, one under another key, and values in another form are not read")
  func damaged() throws {
    _ = try read()
    let pair = pairs[1]
    let file = URL(fileURLWithPath: sandbox.root + "/.git/schemaledger/tree-differences")
    let content = try Data(contentsOf: file)
    for place in [0, content.count / 2, content.count - 2] {
      var damaged = content
      damaged[place] ^= 1
      try damaged.write(to: file)
      #expect(try differences().known(from: pair.0, to: pair.1) == nil)
    }
    try content.write(to: file)
    #expect(try differences().known(from: pair.0, to: pair.1) != nil)
    let other = try sandbox.open(nil, ["XDG_STATE_HOME": sandbox.folder + "/other"])
    #expect(TreeDifferences(in: other, cache: .standard).known(from: pair.0, to: pair.1) == nil)
    let stored = StoredValues(in: try sandbox.open().caches, "tree-differences", as: "tree differences 1")
    let values = stored.read()
    for value in ["", "x", "1", "0\u{0}100644\u{0}name", "2\u{0}100644\u{0}n\u{0}\(trees[0])", "0\u{0}9\u{0}n\u{0}x"] {
      stored.write(values.map { ($0.key, Array(value.utf8)[...]) })
      #expect(try differences().known(from: pair.0, to: pair.1) == nil)
    }
    // With the right code, what is stored is believed.
    stored.write(values.map { ($0.key, Array("0".utf8)[...]) })
    #expect(try differences().known(from: pair.0, to: pair.1)?.after.isEmpty == true)
  }
}
