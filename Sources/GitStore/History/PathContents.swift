internal import CLibgit2

/// Determines the content at some paths for a sequence of root trees.
///
/// The paths are stored as a tree of names, so that common folders are read once. Root trees with the same content at
/// all paths get the same number. If the relevant entries of a tree equal those of the previous tree, its subtrees are
/// not read.
final class PathContents {
  private let objects: ObjectDatabase
  private let root: PathNode
  private let pathCount: Int

  /// - Parameter paths: a path that ends with `/` names a folder.
  init(of paths: [String], in objects: ObjectDatabase) {
    self.objects = objects
    pathCount = paths.count
    var branch = PathBranch()
    for (position, path) in paths.enumerated() { branch.add(path, position: position) }
    root = PathNode(branch, isRoot: true)
  }

  /// The number of a root tree's state at the paths.
  func number(of tree: ObjectID) throws(GitError) -> UInt32 {
    try root.number(of: .entry(tree, isTree: true), in: objects)
  }

  /// The content of each state, in the order of the paths.
  var all: [[PathHistory.Content]] {
    root.stateNumbers.map { number in
      var contents = [PathHistory.Content](repeating: .absent, count: pathCount)
      root.fill(&contents, from: number)
      return contents
    }
  }
}

/// A tree of path components, from which ``PathNode`` is made.
private struct PathBranch {
  var branches: [(name: [UInt8], branch: PathBranch)] = []
  var ends: [(position: Int, isFolder: Bool)] = []

  mutating func add(_ path: String, position: Int) {
    // The path is split by bytes: two names that differ only in their bytes (Unicode normalization) are equal as
    // strings, but a tree may contain both.
    var names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
    let isFolder = names.count > 1 && names.last == []
    if isFolder { names.removeLast() }
    add(path.isEmpty ? [] : names[...], end: (position, isFolder))
  }

  private mutating func add(_ names: ArraySlice<[UInt8]>, end: (position: Int, isFolder: Bool)) {
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

/// A path component. Its content, together with that of the components below it, is a state with a number.
private final class PathNode {
  enum NodeContent: Hashable {
    case nothing, unknown
    case entry(ObjectID, isTree: Bool)
  }
  private struct State: Hashable {
    let own: NodeContent
    let below: [UInt32]
  }

  private let isRoot: Bool
  private let ends: [(position: Int, isFolder: Bool)]
  private let names: [[UInt8]]
  private let nodes: [PathNode]

  private var states: [State] = []
  private var numbers: [State: UInt32] = [:]
  /// The maximum number of cached trees, of about 50 bytes each. Equal trees are near each other in a history, so the
  /// cache may be emptied when it is full.
  private static let capacity = 1 << 16
  private var trees: [ObjectID: UInt32] = [:]
  private var lastTree: (id: ObjectID, number: UInt32)?
  private var found: [NodeContent] = []
  private var last: (found: [NodeContent], number: UInt32)?

  /// - Parameter isRoot: whether the node is the root. Root trees are not cached, because they are rarely equal unless
  ///   one directly follows the other.
  init(_ branch: PathBranch, isRoot: Bool = false) {
    self.isRoot = isRoot
    ends = branch.ends
    names = branch.branches.map(\.name)
    nodes = branch.branches.map { PathNode($0.branch) }
  }

  func number(of content: NodeContent, in objects: ObjectDatabase) throws(GitError) -> UInt32 {
    guard case .entry(let tree, isTree: true) = content, !nodes.isEmpty else {
      return try intern(content, below: content == .unknown ? .unknown : .nothing, in: objects)
    }
    if let lastTree, lastTree.id == tree { return lastTree.number }
    if !isRoot, let known = trees[tree] { return known }
    let number: UInt32
    do {
      try scan(tree, in: objects)
      // If a path ends at this node, its content is the tree itself, so the entries alone do not determine the state.
      if ends.isEmpty, let last, last.found == found {
        number = last.number
      } else {
        let found = found
        var below: [UInt32] = []
        for (node, content) in zip(nodes, found) { below.append(try node.number(of: content, in: objects)) }
        number = intern(State(own: ends.isEmpty ? .nothing : content, below: below))
        last = (found, number)
      }
    } catch .missingObject(tree, _) {
      number = try intern(content, below: .unknown, in: objects)
    }
    lastTree = (tree, number)
    if isRoot { return number }
    if trees.count >= Self.capacity { trees.removeAll(keepingCapacity: true) }
    trees[tree] = number
    return number
  }

  private func intern(_ own: NodeContent, below: NodeContent, in objects: ObjectDatabase) throws(GitError) -> UInt32 {
    var numbers: [UInt32] = []
    for node in nodes { numbers.append(try node.number(of: below, in: objects)) }
    return intern(State(own: ends.isEmpty ? .nothing : own, below: numbers))
  }

  private func intern(_ state: State) -> UInt32 {
    if let known = numbers[state] { return known }
    let number = UInt32(states.count)
    states.append(state)
    numbers[state] = number
    return number
  }

  /// Finds the entries with the names of the nodes in a tree, in one scan.
  private func scan(_ tree: ObjectID, in objects: ObjectDatabase) throws(GitError) {
    // If an object is missing, libgit2 rescans the pack directory, which is slow when it happens for every tree of a
    // partial clone.
    if objects.isPartialClone, !objects.contains(tree, refreshing: false) {
      throw .missingObject(tree, promised: true)
    }
    found.removeAll(keepingCapacity: true)
    found.append(contentsOf: repeatElement(.nothing, count: names.count))
    let fault: TreeFault? = try objects.read(tree, GIT_OBJECT_TREE) { bytes in
      var missing = names.count
      var scan = TreeScan(bytes)
      while let entry = scan.next() {
        for (index, name) in names.enumerated() where name.count == entry.name.count {
          guard entry.name.elementsEqual(name) else { continue }
          // A checkout has the second of them.
          guard found[index] == .nothing else { return .duplicate }
          found[index] = .entry(entry.id, isTree: entry.kind == nil)
          missing -= 1
        }
      }
      return missing == 0 || scan.isAtEnd ? nil : .truncated
    }
    if let fault { throw ObjectDamage.error(tree, reason: fault.rawValue) }
  }

  var stateNumbers: Range<UInt32> { 0..<UInt32(states.count) }

  func fill(_ contents: inout [PathHistory.Content], from number: UInt32) {
    let state = states[Int(number)]
    for end in ends {
      contents[end.position] =
        switch state.own {
        case .nothing: .absent
        case .unknown: .unknown
        case .entry(_, isTree: false) where end.isFolder: .absent
        case .entry(let id, _): .object(id)
        }
    }
    for (node, number) in zip(nodes, state.below) { node.fill(&contents, from: number) }
  }
}
