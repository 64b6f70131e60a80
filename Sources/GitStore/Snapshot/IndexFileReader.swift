internal import Digests

/// The entries and the extensions of an index file, as bytes say them.
///
/// libgit2 1.5 reads neither split nor sparse indexes. This reads any index of versions 2 to 4.
/// <https://git-scm.com/docs/index-format>
struct IndexFileReader {
  /// An entry as it is in the file.
  struct Entry {
    /// Ten numbers: the times in four, device, inode, mode, user, group and size.
    var numbers: [UInt32]
    var id: ObjectID
    var flags: UInt16
    var extendedFlags: UInt16
    /// Empty in a split index for an entry that replaces one of the shared index.
    var path: [UInt8]

    var mode: UInt32 { numbers[6] }
    /// What an index is ordered by, and what is in it once.
    var stage: UInt16 { flags >> 12 & 3 }

    static func precedes(_ one: Entry, _ other: Entry) -> Bool {
      one.path == other.path ? one.stage < other.stage : one.path.lexicographicallyPrecedes(other.path)
    }
  }

  /// Why an index cannot be read.
  struct Damage: Error {
    let reason: String
  }

  private(set) var entries: [Entry] = []
  /// The contents of the extensions, by their four letters.
  private(set) var extensions: [String: ArraySlice<UInt8>] = [:]
  private let bytes: [UInt8]
  private var position = 0
  private let end: Int

  /// - Throws: ``Damage``.
  init(_ bytes: [UInt8]) throws(Damage) {
    self.bytes = bytes
    end = bytes.count - 20
    guard end >= 12, bytes.starts(with: "DIRC".utf8) else { throw Damage(reason: "it is truncated") }
    // "index.skipHash: the trailing hash is not computed", and is zero.
    let checksum = bytes[end...]
    guard checksum.allSatisfy({ $0 == 0 }) || checksum.elementsEqual(sha1(bytes[..<end])) else {
      throw Damage(reason: "its checksum does not match its content")
    }
    position = 4
    let version = try word()
    guard (2...4).contains(version) else { throw Damage(reason: "its version is \(version)") }
    let count = try word()
    for _ in 0..<count { entries.append(try entry(version)) }
    while position < end {
      let name = String(decoding: try take(4), as: UTF8.self)
      extensions[name] = try take(Int(try word()))
    }
  }

  private mutating func entry(_ version: UInt32) throws(Damage) -> Entry {
    let start = position
    var numbers: [UInt32] = []
    for _ in 0..<10 { numbers.append(try word()) }
    let id = try take(20).withUnsafeBytes { $0.baseAddress.map { ObjectID($0) } } ?? .zero
    let flags = UInt16(try half())
    let extendedFlags = version >= 3 && flags & 0x4000 != 0 ? try half() : 0
    var path: [UInt8] = []
    if version == 4 {
      // The path without the end of the previous one, whose length is given, and with another end.
      let removed = try variableNumber()
      let former = entries.last?.path ?? []
      guard removed <= former.count else { throw Damage(reason: "a path is not valid") }
      path = Array(former.dropLast(removed))
    }
    guard let null = bytes[position..<end].firstIndex(of: 0) else { throw Damage(reason: "it is truncated") }
    path += try take(null - position)
    if version == 4 {
      position += 1
    } else {
      // "1-8 nul bytes as necessary to pad the entry to a multiple of eight bytes while keeping the name NUL-terminated."
      position = start + (position - start + 8) / 8 * 8
    }
    return Entry(numbers: numbers, id: id, flags: flags, extendedFlags: extendedFlags, path: path)
  }

  private mutating func take(_ count: Int) throws(Damage) -> ArraySlice<UInt8> {
    guard count >= 0, count <= end - position else { throw Damage(reason: "it is truncated") }
    defer { position += count }
    return bytes[position..<position + count]
  }

  private mutating func word() throws(Damage) -> UInt32 { try take(4).reduce(0) { $0 << 8 | UInt32($1) } }

  private mutating func half() throws(Damage) -> UInt16 { try take(2).reduce(0) { $0 << 8 | UInt16($1) } }

  /// A number in the encoding of offsets in packs.
  private mutating func variableNumber() throws(Damage) -> Int {
    var number = 0
    while true {
      let byte = try take(1).reduce(0) { Int($0) | Int($1) }
      number += byte & 0x7f
      if byte & 0x80 == 0 { return number }
      guard number < 1 << 24 else { throw Damage(reason: "a path is not valid") }
      number = (number + 1) << 7
    }
  }
}
