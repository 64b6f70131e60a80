/// Reads the entries of a tree object. Each entry consists of an octal mode, a space, the name, a zero byte and the 20
/// bytes of the id.
struct TreeScan {
  private let bytes: UnsafeRawBufferPointer
  /// The end of the last entry.
  private(set) var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Whether all bytes were read. If it is `false` after ``next()`` has returned `nil`, the tree is damaged.
  var isAtEnd: Bool { position == bytes.count }

  /// An entry, as pointers into the object.
  struct Entry {
    let mode: TreeEntry.Mode
    let name: UnsafeRawBufferPointer
    fileprivate let idBytes: UnsafeRawPointer
    var id: ObjectID { ObjectID(idBytes) }
    var kind: FileKind? { mode.kind }
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
    guard let base = bytes.baseAddress, let end = bytes.position(of: 0, from: start), end > start,
      end + 21 <= bytes.count
    else { return nil }
    position = end + 21
    return Entry(
      mode: .init(rawValue: mode), name: UnsafeRawBufferPointer(start: base + start, count: end - start),
      idBytes: base + end + 1)
  }
}
