internal import CLibgit2

/// Says what stands at some paths in one root tree after another.
///
/// The paths are kept as one tree of names, so that what they share is read once. Root trees that have the same at all
/// paths get the same number, and a tree whose entries are those of the tree before it is done when they are compared.
final class PathContents {
  private let objects: ObjectDatabase
  private let root: PathNode
  private let pathCount: Int

  /// - Parameter paths: one that ends with `/` is that of a folder.
  init(of paths: [String], in objects: ObjectDatabase) {
    self.objects = objects
    pathCount = paths.count
    var branch = PathBranch()
    for (place, path) in paths.enumerated() { branch.add(path, place: place) }
    root = PathNode(branch, isRoot: true)
  }

  /// The number of what a root tree has at the paths.
  func number(of tree: ObjectID) throws(GitError) -> UInt32 {
    try root.number(of: .entry(tree, isTree: true), in: objects)
  }

  /// What each number stands for, in the order of the paths.
  var all: [[PathHistory.Content]] {
    root.answerNumbers.map { number in
      var contents = [PathHistory.Content](repeating: .absent, count: pathCount)
      root.fill(&contents, from: number)
      return contents
    }
  }
}

/// The names of paths, before they are looked for.
private struct PathBranch {
  var branches: [(name: [UInt8], branch: PathBranch)] = []
  var ends: [(place: Int, isFolder: Bool)] = []

  mutating func add(_ path: String, place: Int) {
    // By bytes: two names that differ in bytes only are equal as strings, and may stand in one tree.
    var names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
    let isFolder = names.count > 1 && names.last == []
    if isFolder { names.removeLast() }
    add(path.isEmpty ? [] : names[...], end: (place, isFolder))
  }

  private mutating func add(_ names: ArraySlice<[UInt8]>, end: (place: Int, isFolder: Bool)) {
    guard let name = names.first else {
      ends.append(end)
      return
    }
    if !branches.contains(where: { $0.name == name }) { branches.append((name, PathBranch())) }
    for index in branches.indices where branches[index].name == name {
      branches[index].branch.add(names.dropFirst(), end: end)
    }
  }
}

/// A name in some paths. What stands there, and at the paths below it, has a number.
private final class PathNode {
  enum Standing: Hashable {
    case nothing, unknown
    case entry(ObjectID, isTree: Bool)
  }
  private struct Answer: Hashable {
    let own: Standing
    let below: [UInt32]
  }

  private let isRoot: Bool
  private let ends: [(place: Int, isFolder: Bool)]
  private let names: [[UInt8]]
  private let nodes: [PathNode]

  private var answers: [Answer] = []
  private var numbers: [Answer: UInt32] = [:]
  /// About 50 bytes each. Equal trees lie near each other in a history: the rest may be forgotten.
  private static let capacity = 1 << 16
  private var trees: [ObjectID: UInt32] = [:]
  private var lastTree: (id: ObjectID, number: UInt32)?
  private var found: [Standing] = []
  private var last: (found: [Standing], number: UInt32)?

  /// - Parameter isRoot: root trees are seldom equal, unless one comes after the other.
  init(_ branch: PathBranch, isRoot: Bool = false) {
    self.isRoot = isRoot
    ends = branch.ends
    names = branch.branches.map(\.name)
    nodes = branch.branches.map { PathNode($0.branch) }
  }

  func number(of standing: Standing, in objects: ObjectDatabase) throws(GitError) -> UInt32 {
    guard case .entry(let tree, isTree: true) = standing, !nodes.isEmpty else {
      return try intern(standing, below: standing == .unknown ? .unknown : .nothing, in: objects)
    }
    if let lastTree, lastTree.id == tree { return lastTree.number }
    if !isRoot, let known = trees[tree] { return known }
    let number: UInt32
    do {
      try scan(tree, in: objects)
      // A path that ends here differs with each tree.
      if ends.isEmpty, let last, last.found == found {
        number = last.number
      } else {
        let found = found
        var below: [UInt32] = []
        for (node, standing) in zip(nodes, found) { below.append(try node.number(of: standing, in: objects)) }
        number = intern(Answer(own: ends.isEmpty ? .nothing : standing, below: below))
        last = (found, number)
      }
    } catch .missingObject(tree, _) {
      number = try intern(standing, below: .unknown, in: objects)
    }
    lastTree = (tree, number)
    if isRoot { return number }
    if trees.count >= Self.capacity { trees.removeAll(keepingCapacity: true) }
    trees[tree] = number
    return number
  }

  private func intern(_ own: Standing, below: Standing, in objects: ObjectDatabase) throws(GitError) -> UInt32 {
    var numbers: [UInt32] = []
    for node in nodes { numbers.append(try node.number(of: below, in: objects)) }
    return intern(Answer(own: ends.isEmpty ? .nothing : own, below: numbers))
  }

  private func intern(_ answer: Answer) -> UInt32 {
    if let known = numbers[answer] { return known }
    let number = UInt32(answers.count)
    answers.append(answer)
    numbers[answer] = number
    return number
  }

  /// Looks for the names in a tree, all of them at once.
  private func scan(_ tree: ObjectID, in objects: ObjectDatabase) throws(GitError) {
    // When libgit2 misses an object it looks through the folder of packs again, which takes long for each tree of a
    // partial clone.
    if objects.isPartialClone, !objects.contains(tree, refreshing: false) {
      throw .missingObject(tree, promised: true)
    }
    found.removeAll(keepingCapacity: true)
    found.append(contentsOf: repeatElement(.nothing, count: names.count))
    let isWhole = try objects.read(tree, GIT_OBJECT_TREE) { bytes in
      var missing = names.count
      var scan = TreeScan(bytes)
      while missing > 0, let entry = scan.next() {
        for (index, name) in names.enumerated() where name.count == entry.name.count {
          guard found[index] == .nothing, entry.name.elementsEqual(name) else { continue }
          found[index] = .entry(entry.id, isTree: entry.kind == nil)
          missing -= 1
        }
      }
      return missing == 0 || scan.isAtEnd
    }
    guard isWhole else { throw .corrupt(tree, reason: "a tree entry is cut short") }
  }

  var answerNumbers: Range<UInt32> { 0..<UInt32(answers.count) }

  func fill(_ contents: inout [PathHistory.Content], from number: UInt32) {
    let answer = answers[Int(number)]
    for end in ends {
      contents[end.place] =
        switch answer.own {
        case .nothing: .absent
        case .unknown: .unknown
        case .entry(_, isTree: false) where end.isFolder: .absent
        case .entry(let id, _): .object(id)
        }
    }
    for (node, number) in zip(nodes, answer.below) { node.fill(&contents, from: number) }
  }
}
