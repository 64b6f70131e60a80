internal import CLibgit2

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// One entry of a tree object.
public struct TreeEntry: Hashable, Sendable {
  /// The name, without the folder.
  public let name: String
  /// The blob, the tree, or a submodule's commit.
  public let id: ObjectID
  /// What it is.
  public let mode: Mode

  /// The mode as Git writes it: `040000`, `100644`, `100755`, `120000` or `160000`, and `100664` in old histories.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// A mode by its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A folder.
    public static let tree = Mode(rawValue: 0o040000)
    /// A regular file.
    public static let file = Mode(rawValue: 0o100644)
    /// A regular file that may be run.
    public static let executable = Mode(rawValue: 0o100755)
    /// A symbolic link.
    public static let symlink = Mode(rawValue: 0o120000)
    /// A submodule.
    public static let submodule = Mode(rawValue: 0o160000)
  }

  /// The kind of file; `nil` for a folder.
  public var kind: FileSnapshot.File.Kind? { mode.kind }
}

extension TreeEntry.Mode {
  var kind: FileSnapshot.File.Kind? {
    switch rawValue & 0o170000 {
    case 0o040000: nil
    case 0o120000: .symlink
    case 0o160000: .submodule
    default: rawValue & 0o100 == 0 ? .file : .executable
    }
  }
}

/// Answers already found, so that equal trees are scanned once. Most commits change nothing on a given path.
struct TreeEntryMemo {
  struct Step: Hashable {
    let tree: ObjectID
    let name: String
  }
  struct Answer {
    let id: ObjectID
    let mode: TreeEntry.Mode
  }

  /// About 100 bytes each. Equal trees lie near each other in a history: the rest may be forgotten.
  private static let capacity = 1 << 16
  private var answers: [Step: Answer?] = [:]

  subscript(step: Step) -> Answer?? {
    get { answers[step] }
    set {
      if answers.count >= Self.capacity { answers.removeAll(keepingCapacity: true) }
      answers[step] = newValue
    }
  }
}

extension Repository {
  /// The id of what stands at `path` in a tree: a blob, a tree or a submodule's commit. `nil`: nothing does.
  ///
  /// Trees are read as raw bytes and scanned for the one name. Answers are kept by tree and name, so asking again about
  /// an equal tree reads nothing.
  ///
  /// - Throws: ``GitError/missingObject(_:promised:)`` for a tree that is not there.
  public func treeEntry(tree: ObjectID, path: String) throws(GitError) -> ObjectID? {
    if path.isEmpty { return tree }
    return try locate(path, in: tree)?.id
  }

  /// The tree of the folder at `path` in a tree. `nil`: nothing is there, or no folder.
  ///
  /// - Throws: as ``treeEntry(tree:path:)``.
  public func subtree(of tree: ObjectID, path: String) throws(GitError) -> ObjectID? {
    if path.isEmpty { return tree }
    guard let found = try locate(path, in: tree), found.mode == .tree else { return nil }
    return found.id
  }

  /// The entries of a tree in Git's order, where a folder sorts as if its name ended with `/`.
  public func treeChildren(tree: ObjectID) throws(GitError) -> [TreeEntry] {
    let entries = try rawObject(tree, GIT_OBJECT_TREE).withBytes { bytes -> [TreeEntry]? in
      var entries: [TreeEntry] = []
      var scan = TreeScan(bytes)
      while let entry = scan.next() {
        entries.append(TreeEntry(name: String(decoding: entry.name, as: UTF8.self), id: entry.id, mode: entry.mode))
      }
      return scan.isAtEnd ? entries : nil
    }
    guard let entries else { throw .corrupt(tree, reason: "a tree entry is cut short") }
    return entries
  }

  /// The id and mode at a path that is not empty.
  func locate(_ path: String, in root: ObjectID) throws(GitError) -> TreeEntryMemo.Answer? {
    var found = TreeEntryMemo.Answer(id: root, mode: .tree)
    // By bytes: to tell characters apart costs more here than to read a tree.
    for name in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard found.mode == .tree else { return nil }
      let step = TreeEntryMemo.Step(tree: found.id, name: String(Substring(name)))
      let answer: TreeEntryMemo.Answer?
      // Two names that differ in bytes only are equal as strings, and may stand in one tree.
      if name.contains(where: { $0 >= 0x80 }) {
        answer = try scan(step)
      } else if let known = treeEntries[step] {
        answer = known
      } else {
        answer = try scan(step)
        treeEntries[step] = .some(answer)
      }
      guard let answer else { return nil }
      found = answer
    }
    return found
  }

  private func scan(_ step: TreeEntryMemo.Step) throws(GitError) -> TreeEntryMemo.Answer? {
    var name = step.name
    let object = try rawObject(step.tree, GIT_OBJECT_TREE)
    let (answer, isWhole) = object.withBytes { bytes in
      name.withUTF8 { name -> (TreeEntryMemo.Answer?, Bool) in
        var scan = TreeScan(bytes)
        while let entry = scan.next() {
          if entry.name.count == name.count, entry.name.elementsEqual(name) {
            return (TreeEntryMemo.Answer(id: entry.id, mode: entry.mode), true)
          }
        }
        return (nil, scan.isAtEnd)
      }
    }
    guard isWhole else { throw .corrupt(step.tree, reason: "a tree entry is cut short") }
    return answer
  }
}

/// Reads a tree object: entries of octal mode, a space, the name, a zero byte and the 20 bytes of the id, without gaps.
struct TreeScan {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Whether everything was read. `false` after ``next()`` gave `nil` means that the tree is damaged.
  var isAtEnd: Bool { position == bytes.count }

  /// An entry where it stands in the object.
  struct Entry {
    let mode: TreeEntry.Mode
    let name: UnsafeRawBufferPointer
    fileprivate let idBytes: UnsafeRawPointer
    var id: ObjectID { ObjectID(idBytes) }
    var kind: FileSnapshot.File.Kind? { mode.kind }
  }

  mutating func next() -> Entry? {
    var index = position
    var mode: UInt32 = 0
    while index < bytes.count, case let digit = bytes[index], digit != UInt8(ascii: " ") {
      guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else { return nil }
      mode = mode << 3 | UInt32(digit - UInt8(ascii: "0"))
      index += 1
    }
    let start = index + 1
    guard start < bytes.count, let base = bytes.baseAddress,
      let zero = memchr(base + start, 0, bytes.count - start)
    else { return nil }
    let end = UnsafeRawPointer(zero) - base
    guard end > start, end + 21 <= bytes.count else { return nil }
    position = end + 21
    return Entry(
      mode: .init(rawValue: mode), name: UnsafeRawBufferPointer(start: base + start, count: end - start),
      idBytes: base + end + 1)
  }
}
