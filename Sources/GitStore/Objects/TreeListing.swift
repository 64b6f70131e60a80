internal import CLibgit2

/// The entries of a tree. Only those that are asked for are decoded.
///
/// Two states of a large folder usually have all entries in common but a few. To find these, bytes are compared.
public struct TreeListing {
  private let object: RawObject?
  /// The beginning of each entry, followed by the end of the last one.
  private let bounds: [Int]
  /// Why Git would not write this tree; `nil` if it would. The entries before a damage are listed in any case.
  let fault: TreeFault?

  /// Creates a listing without entries.
  public init() {
    object = nil
    bounds = [0]
    fault = nil
  }

  /// - Parameter tree: a tree object.
  init(_ tree: RawObject) {
    (bounds, fault) = tree.withBytes { bytes in
      var bounds = [0]
      var scan = TreeScan(bytes)
      var order = TreeOrder()
      while let entry = scan.next() {
        bounds.append(scan.position)
        order.add(entry)
      }
      return (bounds, scan.isAtEnd ? order.fault : .truncated)
    }
    object = tree
  }

  /// The size of the tree object in bytes.
  var size: Int { bounds.last ?? 0 }
  private var count: Int { bounds.count - 1 }

  private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    object?.withBytes(body) ?? body(UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// All entries, in Git's order.
  public var entries: [TreeEntry] { withBytes { entries(0..<count, in: $0) } }

  private func entries(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> [TreeEntry] {
    var entries: [TreeEntry] = []
    entries.reserveCapacity(range.count)
    var scan = TreeScan(UnsafeRawBufferPointer(rebasing: bytes[bounds[range.lowerBound]..<bounds[range.upperBound]]))
    while let entry = scan.next() {
      entries.append(TreeEntry(name: String(decoding: entry.name, as: UTF8.self), id: entry.id, mode: entry.mode))
    }
    return entries
  }

  /// The entry with a name, compared byte by byte; `nil` if there is none.
  public func entry(named name: String) -> TreeEntry? {
    var text = name
    return text.withUTF8 { text in
      let wanted = UnsafeRawBufferPointer(text)
      return withBytes { bytes in
        var scan = TreeScan(bytes)
        while let entry = scan.next() {
          if entry.name.hasSameBytes(as: wanted) { return TreeEntry(name: name, id: entry.id, mode: entry.mode) }
        }
        return nil
      }
    }
  }

  /// The entries of another listing and of this one, without those that both have at their beginning and at their end. An
  /// entry that only one of them has, or that differs, is always among these.
  public func differences(from other: TreeListing) -> TreeDifference {
    other.withBytes { old in
      withBytes { new in
        func isSame(_ before: Int, _ after: Int) -> Bool {
          UnsafeRawBufferPointer(rebasing: old[other.bounds[before]..<other.bounds[before + 1]])
            .hasSameBytes(as: UnsafeRawBufferPointer(rebasing: new[bounds[after]..<bounds[after + 1]]))
        }
        let shorter = min(count, other.count)
        var first = 0
        while first < shorter, isSame(first, first) { first += 1 }
        var last = 0
        while last < shorter - first, isSame(other.count - 1 - last, count - 1 - last) { last += 1 }
        return TreeDifference(
          before: other.entries(first..<(other.count - last), in: old), after: entries(first..<(count - last), in: new))
      }
    }
  }
}

/// The entries of one tree and of another, without most of those that they have in common.
public struct TreeDifference: Sendable, Equatable {
  /// Entries of the first tree.
  public let before: [TreeEntry]
  /// Entries of the second tree.
  public let after: [TreeEntry]
}

/// The listings that were read last. The states of a folder are compared with each other, and files of one folder are
/// often read one after the other.
struct RecentListings {
  private static let capacity = (count: 8, size: 1 << 20)
  private var listings: [(tree: ObjectID, listing: TreeListing)] = []

  subscript(tree: ObjectID) -> TreeListing? {
    get { listings.first { $0.tree == tree }?.listing }
    set {
      guard let newValue, newValue.size <= Self.capacity.size else { return }
      if listings.count == Self.capacity.count { listings.removeFirst() }
      listings.append((tree, newValue))
    }
  }
}
