internal import SystemCalls

/// What makes a tree one that Git does not write. Programs read such a tree in different ways: of two entries with one name,
/// `git checkout` leaves the second, and another reader may take the first.
///
/// https://git-scm.com/docs/git-fsck#_fsck_messages
enum TreeFault: String {
  case truncated = "a tree entry is truncated"
  case duplicate = "two entries of a tree have one name"
  case unsorted = "the entries of a tree are not sorted"
  case name = "an entry of a tree has a name that no file can have"
}

/// Checks the order and the names of a tree's entries, as `git fsck` does. A mode with a leading zero, which old programs wrote,
/// means the same to every reader.
struct TreeOrder {
  private(set) var fault: TreeFault?
  private var last: TreeScan.Entry?
  /// The files so far whose names are the beginning of the last name. A folder of the same name sorts behind others with
  /// this beginning: `a`, `a.txt`, `a/`.
  private var files: [UnsafeRawBufferPointer] = []

  mutating func add(_ entry: TreeScan.Entry) {
    defer { last = entry }
    if fault != nil { return }
    if !entry.name.isFileName { fault = .name }
    while let file = files.last, !entry.name.begins(with: file) { files.removeLast() }
    if let last, !last.precedes(entry) { fault = last.name.hasSameBytes(as: entry.name) ? .duplicate : .unsorted }
    if entry.kind != nil {
      files.append(entry.name)
    } else if files.contains(where: { $0.count == entry.name.count }) {
      fault = .duplicate
    }
  }
}

extension TreeScan.Entry {
  /// Whether it comes before another entry. A folder sorts as if its name ended with `/`.
  fileprivate func precedes(_ other: Self) -> Bool {
    let common = min(name.count, other.name.count)
    if let own = name.baseAddress, let theirs = other.name.baseAddress {
      let difference = memcmp(own, theirs, common)
      if difference != 0 { return difference < 0 }
    }
    return byte(at: common) < other.byte(at: common)
  }

  private func byte(at position: Int) -> UInt8 {
    position < name.count ? name[position] : kind == nil ? UInt8(ascii: "/") : 0
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func begins(with other: UnsafeRawBufferPointer) -> Bool {
    count >= other.count && UnsafeRawBufferPointer(rebasing: self[..<other.count]).hasSameBytes(as: other)
  }

  /// Whether it is neither `.`, `..` nor `.git` in any case, and has no slash.
  fileprivate var isFileName: Bool {
    if contains(UInt8(ascii: "/")) { return false }
    guard count <= 4, first == UInt8(ascii: ".") else { return true }
    let lower = map { $0 | 0x20 }
    return count > 1 && !(count == 2 && self[1] == UInt8(ascii: ".")) && lower.dropFirst() != Array("git".utf8)[...]
  }
}
