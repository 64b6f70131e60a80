/// The names of the objects in a pack, sorted, and where each begins.
///
/// <https://git-scm.com/docs/gitformat-pack#_version_2_pack_idx_files_support_packs_larger_than_4_gib_and>
///
/// The tables can be large, so they are not checked as a whole. ``init(opening:)`` checks that they fit into the file, and
/// ``Pack`` checks each offset that it uses, so a damaged table cannot cause a read outside of a file.
final class PackIndex {
  let path: String
  /// The number of objects in the pack.
  let count: Int
  private let file: MappedFile
  private let fanout: Int
  /// The tables of names, of offsets, and of offsets that need 64 bits. Version 1 has one table of the first two.
  private let names, nameStride: Int
  private let offsets, offsetStride: Int
  private let longOffsets: Range<Int>?

  /// The checksum of the pack and that of the index.
  private static let trailerLength = 20 + 20

  /// Maps an index; `nil` if it does not exist.
  ///
  /// - Throws: ``GitError/damagedPackIndex(path:reason:)``.
  init?(opening path: String) throws(GitError) {
    guard let file = try MappedFile(opening: path) else { return nil }
    func require(_ condition: Bool, _ reason: String) throws(GitError) {
      guard condition else { throw .damagedPackIndex(path: path, reason: reason) }
    }
    try require(file.length >= 8 + 256 * 4 + Self.trailerLength, "it is cut off")
    // "\377tOc is an unreasonable fanout[0] value", with which no file of version 1 begins.
    let version = file.word(at: 0) == 0xff74_4f63 ? file.word(at: 4) : 1
    try require(version <= 2, "its version \(version) is not known")
    fanout = version == 1 ? 0 : 8
    let start = fanout + 256 * 4
    var count = 0
    for position in 0..<256 {
      let next = Int(file.word(at: fanout + position * 4))
      try require(next >= count, "its numbers of objects decrease")
      count = next
    }
    let rest = file.length - Self.trailerLength - start
    if version == 1 {
      try require(rest == count * 24, "its length does not fit its \(count) objects")
      (offsets, offsetStride, names, nameStride) = (start, 24, start + 4, 24)
      longOffsets = nil
    } else {
      // Each object has a name, a checksum and an offset, and may have a second offset.
      let longs = rest - count * 28
      try require(
        longs >= 0 && longs % 8 == 0 && longs / 8 <= count, "its length does not fit its \(count) objects")
      (names, nameStride, offsets, offsetStride) = (start, 20, start + count * 24, 4)
      longOffsets = (start + count * 28)..<(file.length - Self.trailerLength)
    }
    self.count = count
    self.file = file
    self.path = path
  }

  /// The checksum at the end of the pack.
  var packChecksum: ObjectID { file.id(at: file.length - Self.trailerLength) }

  func name(at position: Int) -> ObjectID { file.id(at: names + position * nameStride) }

  func position(of id: ObjectID) -> Int? {
    let position = firstPosition(notBefore: id)
    return position < count && name(at: position) == id ? position : nil
  }

  /// The first two names that begin with these digits. Two of them show that the digits are ambiguous.
  func names(beginningWith digits: Substring, first: ObjectID) -> [ObjectID] {
    let position = firstPosition(notBefore: first)
    return (position..<min(count, position + 2)).map(name).filter { $0.hex.hasPrefix(digits) }
  }

  /// The offset in the pack of the object at a position. In a damaged index it may be outside of the pack.
  func offset(at position: Int) throws(PackError) -> Int {
    let offset = file.word(at: offsets + position * offsetStride)
    guard let longOffsets, offset & 0x8000_0000 != 0 else { return Int(offset) }
    let place = longOffsets.lowerBound + Int(offset & 0x7fff_ffff) * 8
    guard place < longOffsets.upperBound, let long = Int(exactly: file.long(at: place)) else {
      throw .damaged("the offset in the pack index is not valid")
    }
    return long
  }

  /// The ids that are not in the pack. `sorted` must be sorted.
  ///
  /// The sorted list is merged with the table in one pass, which takes a hundredth of the time of looking up each id.
  func missing(of sorted: [ObjectID]) -> [ObjectID] {
    guard count > 0 else { return sorted }
    var missing: [ObjectID] = []
    var position = 0
    var packed = name(at: 0)
    for id in sorted {
      while packed < id, position + 1 < count {
        position += 1
        packed = name(at: position)
      }
      if packed != id { missing.append(id) }
    }
    return missing
  }

  private func firstPosition(notBefore id: ObjectID) -> Int {
    let first = Int(id.firstByte)
    var low = first == 0 ? 0 : Int(file.word(at: fanout + (first - 1) * 4))
    var high = Int(file.word(at: fanout + first * 4))
    // Names are digests, so the place of one in its part of the table follows nearly from its next digits. Half of the reads
    // of a binary search, which are from all over the table, are spared.
    if high - low > 64 {
      let guess = low + (high - low) * id.digitsAfterFirstByte >> 32
      let width = 1 << ((Int.bitWidth - (high - low).leadingZeroBitCount) / 2)
      if name(at: guess) < id {
        low = guess + 1
        if low + width < high, !(name(at: low + width) < id) { high = low + width }
      } else {
        high = guess
        if high - width > low, name(at: high - width) < id { low = high - width + 1 }
      }
    }
    while low < high {
      let middle = (low + high) / 2
      if name(at: middle) < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
