/// The Bloom filters of Git's commit graph: for each commit, what paths may differ from its first parent.
///
/// A filter has a bit pattern for each changed file and for each folder above it. So it answers "certainly not" or
/// "maybe" for a path.
///
/// The chunks "BIDX" and "BDAT" of <https://git-scm.com/docs/gitformat-commit-graph>
struct ChangedPathFilters {
  private let file: MappedFile
  /// For each commit, the end of its filter in ``filters``.
  private let ends: Int
  private let filters: Range<Int>
  /// For each path, the keys of the path and of the folders above it. If the path has changed, the filter has all of them.
  private let keys: [[[UInt32]]]

  private static let headerLength = 12
  /// Git uses 7. The number is from the file, so it must not be the length of an endless loop.
  private static let maximumHashes: UInt32 = 64

  /// Checks the chunks; `nil` if they cannot be used for the paths.
  ///
  /// - Parameters:
  ///   - ends: the chunk "BIDX".
  ///   - data: the chunk "BDAT".
  ///   - count: the number of commits in the graph.
  ///   - paths: the paths to ask about.
  init?(in file: MappedFile, ends: Range<Int>, data: Range<Int>, count: Int, paths: [String]) {
    guard ends.count == count * 4, data.count >= Self.headerLength, !paths.isEmpty else { return nil }
    let version = file.word(at: data.lowerBound)
    let hashes = file.word(at: data.lowerBound + 4)
    guard version == 1 || version == 2, 1...Self.maximumHashes ~= hashes else { return nil }
    var keys: [[[UInt32]]] = []
    for path in paths {
      let name = Array(path.utf8.last == UInt8(ascii: "/") ? path.utf8.dropLast() : path.utf8[...])
      // No filter says anything about the whole tree. In version 1, Git reads bytes above 0x7F as negative numbers on
      // some machines.
      guard !name.isEmpty, version == 2 || name.allSatisfy({ $0 < 0x80 }) else { return nil }
      let folders = name.indices.filter { name[$0] == UInt8(ascii: "/") }.map { name[..<$0] }
      keys.append((folders + [name[...]]).map { Self.key(of: $0, hashes: hashes) })
    }
    self.file = file
    self.ends = ends.lowerBound
    filters = (data.lowerBound + Self.headerLength)..<data.upperBound
    self.keys = keys
  }

  /// Whether one of the paths may differ between the commit at a position of the graph and its first parent.
  func mayHaveChanged(at position: Int) -> Bool {
    let start = position == 0 ? 0 : Int(file.word(at: ends + (position - 1) * 4))
    let end = Int(file.word(at: ends + position * 4))
    // A filter without bytes was not computed. One of a commit with many changes has all bits.
    guard start < end, end <= filters.count else { return true }
    let bits = UInt32(truncatingIfNeeded: min((end - start) * 8, Int(UInt32.max)))
    return keys.contains { path in
      path.allSatisfy { key in
        key.allSatisfy { hash in
          let bit = hash % bits
          return file.byte(at: filters.lowerBound + start + Int(bit / 8)) & (1 << (bit & 7)) != 0
        }
      }
    }
  }

  /// "The double hashing technique … using seed values 0x293ae76f and 0x7e646e2 [sic]"; Git's own code has 0x7e646e2c.
  private static func key(of name: ArraySlice<UInt8>, hashes: UInt32) -> [UInt32] {
    let (first, step) = (murmur3(name, seed: 0x293a_e76f), murmur3(name, seed: 0x7e64_6e2c))
    return (0..<hashes).map { first &+ $0 &* step }
  }

  /// MurmurHash3 for 32 bits, <https://en.wikipedia.org/wiki/MurmurHash#Algorithm>.
  static func murmur3(_ bytes: ArraySlice<UInt8>, seed: UInt32) -> UInt32 {
    func rotated(_ value: UInt32, by count: UInt32) -> UInt32 { value << count | value >> (32 - count) }
    func scrambled(_ word: UInt32) -> UInt32 { rotated(word &* 0xcc9e_2d51, by: 15) &* 0x1b87_3593 }
    func word(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    var hash = seed
    var rest = bytes
    while rest.count >= 4 {
      hash = rotated(hash ^ scrambled(word(rest.prefix(4))), by: 13) &* 5 &+ 0xe654_6b64
      rest = rest.dropFirst(4)
    }
    hash ^= scrambled(word(rest))
    hash ^= UInt32(truncatingIfNeeded: bytes.count)
    hash = (hash ^ hash >> 16) &* 0x85eb_ca6b
    hash = (hash ^ hash >> 13) &* 0xc2b2_ae35
    return hash ^ hash >> 16
  }
}
