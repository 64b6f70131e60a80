/// The entries in which states of a folder differ, kept for later runs.
///
/// A ledger with thousands of versions had a folder of entries with thousands of names at each of thousands of commits, and
/// reading them all again takes time that grows with the square of their number. What two trees differ in depends only on
/// their ids. It is used only while both trees are in the object database: whoever asks about a tree that is missing reads
/// it, and fails. As with a cached commit, damage inside of a tree that an earlier run has read is left to `git fsck`.
public final class TreeDifferences {
  fileprivate struct Pair: Hashable {
    let before: ObjectID?
    let after: ObjectID?
  }

  private let repository: Repository
  private let file: StoredValues?
  private var known: [Pair: TreeDifference] = [:]
  /// The trees that were looked up, and are there.
  private var present: Set<ObjectID> = []
  private var newCount = 0
  /// Fewer can be read again in the time that it takes to write a file.
  private static let minimumNewCount = 20

  /// - Parameter cache: whether the differences are stored for later runs.
  public init(in repository: Repository, cache: HistoryCache) {
    self.repository = repository
    file = cache.isUsed ? StoredValues(in: repository.caches, "tree-differences", as: "tree differences 1") : nil
    for (key, value) in file?.read() ?? [] {
      guard let pair = Pair(key), let difference = TreeDifference(stored: value) else { continue }
      known[pair] = difference
    }
  }

  /// The difference that this run or an earlier one has found; `nil` if there is none, or if one of the trees is not in the
  /// object database.
  public func known(from before: PathHistory.Content, to after: PathHistory.Content) -> TreeDifference? {
    guard let pair = Pair(before, after), let difference = known[pair], isPresent(pair.before), isPresent(pair.after)
    else { return nil }
    return difference
  }

  /// Keeps a difference of two states that were read.
  public func add(_ difference: TreeDifference, from before: PathHistory.Content, to after: PathHistory.Content) {
    guard let pair = Pair(before, after), known.updateValue(difference, forKey: pair) == nil else { return }
    newCount += 1
  }

  /// Stores the differences, if this run has added many.
  public func write() {
    guard newCount >= Self.minimumNewCount, known.count <= StoredValues.capacity else { return }
    newCount = 0
    file?.write(known.map { ($0.text, $1.stored[...]) }.sorted { $0.0 < $1.0 })
  }

  private func isPresent(_ tree: ObjectID?) -> Bool {
    guard let tree, !present.contains(tree) else { return true }
    guard (try? repository.contains(tree)) == true else { return false }
    present.insert(tree)
    return true
  }
}

extension TreeDifferences.Pair {
  /// `nil` if one of the states is not known, or if both are the same.
  init?(_ before: PathHistory.Content, _ after: PathHistory.Content) {
    switch (before, after) {
    case (.object(let before), .object(let after)) where before != after: self.init(before: before, after: after)
    case (.object(let before), .absent): self.init(before: before, after: nil)
    case (.absent, .object(let after)): self.init(before: nil, after: after)
    default: return nil
    }
  }

  /// Two ids, of which one may be `absent`.
  init?(_ text: String) {
    let ids = text.split(separator: "-").map { $0 == "absent" ? nil : ObjectID(hex: String($0)) }
    guard ids.count == 2, let before = ids.first, let after = ids.last, before != nil || after != nil else {
      return nil
    }
    self.init(before: before, after: after)
  }

  var text: String { "\(before?.hex ?? "absent")-\(after?.hex ?? "absent")" }
}

extension TreeDifference {
  /// The number of entries in the first list, and the mode, name and id of each entry. No name contains a null byte.
  var stored: [UInt8] {
    let fields = (before + after).flatMap { [String($0.mode.rawValue, radix: 8), $0.name, $0.id.hex] }
    return Array(([String(before.count)] + fields).joined(separator: "\0").utf8)
  }

  init?(stored: ArraySlice<UInt8>) {
    let fields = stored.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let count = Int(fields[0]), fields.count % 3 == 1, (0...fields.count / 3).contains(count) else { return nil }
    var entries: [TreeEntry] = []
    for place in stride(from: 1, to: fields.count, by: 3) {
      guard let mode = UInt32(fields[place], radix: 8), let id = ObjectID(hex: fields[place + 2]) else { return nil }
      entries.append(TreeEntry(name: fields[place + 1], id: id, mode: TreeEntry.Mode(rawValue: mode)))
    }
    self.init(before: Array(entries[..<count]), after: Array(entries[count...]))
  }
}
