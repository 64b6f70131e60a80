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
  /// The paths and the folders above them. What is below a folder follows it.
  private let names: [Name]

  private struct Name {
    /// The filter has all of these if something changed at the name or below it.
    let hashes: [UInt32]
    /// Whether this is one of the paths, and not only a folder above one.
    let isPath: Bool
    /// The index of the first name after this one that is not below it.
    let end: Int
  }

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
    let paths = paths.map { Array($0.utf8.last == UInt8(ascii: "/") ? $0.utf8.dropLast() : $0.utf8[...]) }
    // No filter says anything about the whole tree. In version 1, Git reads bytes above 0x7F as negative numbers on some
    // machines.
    guard paths.allSatisfy({ !$0.isEmpty && (version == 2 || $0.allSatisfy { $0 < 0x80 }) }) else { return nil }
    names = Self.names(of: paths, hashes: hashes)
    self.file = file
    self.ends = ends.lowerBound
    filters = (data.lowerBound + Self.headerLength)..<data.upperBound
  }

  private static func names(of paths: [[UInt8]], hashes: UInt32) -> [Name] {
    let slash = UInt8(ascii: "/")
    let isPath = Set(paths)
    var all = isPath
    for path in paths { all.formUnion(path.indices.filter { path[$0] == slash }.map { Array(path[..<$0]) }) }
    // With a slash at the end, the order of the bytes puts what is below a folder after it.
    let sorted = all.sorted { ($0 + [slash]).lexicographicallyPrecedes($1 + [slash]) }
    return sorted.enumerated().map { index, name in
      let end = sorted[index...].firstIndex { !($0 + [slash]).starts(with: name + [slash]) }
      return Name(hashes: key(of: name[...], hashes: hashes), isPath: isPath.contains(name), end: end ?? sorted.count)
    }
  }

  /// Whether one of the paths may differ between the commit at a position of the graph and its first parent.
  func mayHaveChanged(at position: Int) -> Bool {
    let start = position == 0 ? 0 : Int(file.word(at: ends + (position - 1) * 4))
    let end = Int(file.word(at: ends + position * 4))
    // A filter without bytes was not computed. One of a commit with many changes has all bits.
    guard start < end, end <= filters.count else { return true }
    let bits = UInt32(truncatingIfNeeded: min((end - start) * 8, Int(UInt32.max)))
    let filter = filters.lowerBound + start
    var index = 0
    while index < names.count {
      let name = names[index]
      let isPossible = name.hashes.allSatisfy { hash in
        let bit = hash % bits
        return file.byte(at: filter + Int(bit / 8)) & (1 << (bit & 7)) != 0
      }
      if isPossible, name.isPath { return true }
      index = isPossible ? index + 1 : name.end
    }
    return false
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
