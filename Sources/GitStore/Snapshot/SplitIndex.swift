/// The extension `link` of a split index, whose entries change those of a shared index.
/// <https://git-scm.com/docs/index-format#_split_index>
struct SplitIndex {
  /// The checksum of the shared index, in the name of its file: `sharedindex.<checksum>`.
  let shared: ObjectID
  /// The positions in the shared index of what is removed.
  private let removed: [Int]
  /// The positions of what the entries without a path replace, in their order.
  private let replaced: [Int]

  /// - Throws: ``IndexFileReader/Damage``.
  init(_ content: ArraySlice<UInt8>) throws(IndexFileReader.Damage) {
    guard content.count >= 20, let id = content.withUnsafeBytes({ $0.baseAddress.map { ObjectID($0) } }) else {
      throw .init(reason: "its extension 'link' is truncated")
    }
    shared = id
    var rest = content.dropFirst(20)
    // "The remaining data of this extension is optional."
    removed = rest.isEmpty ? [] : try Self.positions(&rest)
    replaced = rest.isEmpty ? [] : try Self.positions(&rest)
  }

  /// The entries of the whole index.
  func merged(
    _ base: [IndexFileReader.Entry], with changes: [IndexFileReader.Entry]
  ) throws(IndexFileReader.Damage) -> [IndexFileReader.Entry] {
    var entries = base
    let replacements = changes.prefix { $0.path.isEmpty }
    guard replacements.count == replaced.count, (removed + replaced).allSatisfy({ $0 < base.count }) else {
      throw .init(reason: "it does not match its shared index")
    }
    for (position, replacement) in zip(replaced, replacements) {
      entries[position] = replacement
      entries[position].path = base[position].path
    }
    let gone = Set(removed)
    entries = entries.indices.filter { !gone.contains($0) }.map { entries[$0] }
    return entries + changes.dropFirst(replacements.count)
  }

  /// Reads a bitmap in the compressed form EWAH, and returns the positions of its bits.
  ///
  ///     number of bits, number of words    4 bytes each
  ///     words                              8 bytes each
  ///     position of the last marker        4 bytes
  ///
  /// A marker has in its lowest bit the value of the bits that follow, in the next 32 bits the number of words that they
  /// fill, and in the others the number of words after it that are bits as they are.
  /// <https://git-scm.com/docs/bitmap-format#_appendix_a_serialization_format_for_an_ewah_bitmap>
  private static func positions(_ rest: inout ArraySlice<UInt8>) throws(IndexFileReader.Damage) -> [Int] {
    func take(_ count: Int) throws(IndexFileReader.Damage) -> UInt64 {
      guard rest.count >= count else { throw .init(reason: "its extension 'link' is truncated") }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
    }
    let bits = try take(4)
    var words = try take(4)
    var found: [Int] = []
    var position: UInt64 = 0
    while words > 0 {
      let marker = try take(8)
      words -= 1
      let filled = marker >> 1 & 0xffff_ffff
      guard position + filled * 64 < 1 << 32 else { throw .init(reason: "its extension 'link' is not valid") }
      if marker & 1 == 1 { found += (position..<min(position + filled * 64, bits)).map { Int($0) } }
      position += filled * 64
      for _ in 0..<min(marker >> 33, words) {
        let word = try take(8)
        words -= 1
        found += (0..<64).filter { word >> $0 & 1 == 1 }.map { Int(position + $0) }
        position += 64
      }
    }
    _ = try take(4)
    return found
  }
}
