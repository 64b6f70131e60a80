internal import CLibgit2
internal import Decompression
internal import SystemCalls

/// A pack and its index.
///
/// <https://git-scm.com/docs/gitformat-pack>
///
/// libgit2 1.5 trusts both files. A wrong offset makes it read outside of its memory, deltas that refer to each other fill
/// the memory, and a truncated delta makes it wait for ever. This reader checks each offset and each size against the
/// length of the file before it uses them.
final class Pack {
  let index: PackIndex
  let path: String
  private var file: MappedFile?
  private var isFreshened = false

  /// Recently read bases of deltas, by their offset.
  private var bases: [Int: (content: PackContent, type: git_object_t)] = [:]
  private var basesSize = 0
  /// As in libgit2.
  private static let maximumBasesSize = 16 << 20
  private static let maximumBaseSize = 1 << 20

  init(_ index: PackIndex) {
    self.index = index
    path = String(index.path.dropLast(3)) + "pack"
  }

  /// The beginning of an object: its kind, the size of its content or delta, where this is, and the offset of its base.
  private struct Entry {
    let kind: UInt8
    let size: Int
    let data: Int
    var base: Int?

    static let offsetDelta: UInt8 = 6
    static let nameDelta: UInt8 = 7
    static let headerLength = 12

    var type: git_object_t {
      get throws(PackError) {
        switch kind {
        case 1: return GIT_OBJECT_COMMIT
        case 2: return GIT_OBJECT_TREE
        case 3: return GIT_OBJECT_BLOB
        case 4: return GIT_OBJECT_TAG
        default: throw .damaged("its type \(kind) in the pack is not known")
        }
      }
    }
  }

  /// The object at a position of the index.
  func object(
    at position: Int, using inflation: Inflation
  ) throws(PackError) -> (content: PackContent, type: git_object_t) {
    let file = try opened()
    var (deltas, offset, chain) = ([(entry: Entry, offset: Int)](), try index.offset(at: position), Chain())
    var object: (content: PackContent, type: git_object_t)
    while true {
      if let known = bases[offset] {
        object = deltas.isEmpty ? (try known.content.copied(), known.type) : known
        break
      }
      let entry = try entry(at: offset, in: file)
      if let base = entry.base {
        deltas.append((entry, offset))
        try chain.follow(to: base)
        offset = base
      } else {
        object = (try content(of: entry, in: file, inflation), try entry.type)
        if !deltas.isEmpty { keep(object, at: offset) }
        break
      }
    }
    while let (entry, offset) = deltas.popLast() {
      let delta = try content(of: entry, in: file, inflation)
      object.content = try PackDelta(delta.bytes).apply(to: object.content.bytes)
      if !deltas.isEmpty { keep(object, at: offset) }
    }
    return object
  }

  /// The size and type of the object at a position of the index.
  func header(at position: Int, using inflation: Inflation) throws(PackError) -> (size: Int, type: git_object_t) {
    let file = try opened()
    var entry = try entry(at: try index.offset(at: position), in: file)
    var size = entry.size
    if entry.base != nil {
      let start = try PackContent(count: PackDelta.startLength)
      let part = UnsafeMutableRawBufferPointer(rebasing: start.writable.prefix(start.count))
      let found = try inflation.inflate(rest(of: file, from: entry.data), into: part)
      size = try PackDelta(UnsafeRawBufferPointer(rebasing: start.bytes.prefix(found))).resultSize
    }
    var chain = Chain()
    while let base = entry.base {
      try chain.follow(to: base)
      entry = try self.entry(at: base, in: file)
    }
    return (size, try entry.type)
  }

  /// Sets the time of the file to now, so that `git gc` in another process does not delete the object.
  func freshen() -> Bool {
    if !isFreshened { isFreshened = utimensat(AT_FDCWD, path, nil, 0) == 0 }
    return isFreshened
  }

  // MARK: - Reading

  private func opened() throws(PackError) -> MappedFile {
    if let file { return file }
    let found: MappedFile?
    do { found = try MappedFile(opening: path) } catch { throw .failed(error) }
    guard let found else { throw .gone }
    guard found.length >= Entry.headerLength + 20, found.word(at: 0) == 0x5041_434b, [2, 3].contains(found.word(at: 4))
    else { throw .damaged("\(path) is not a pack") }
    guard Int(found.word(at: 8)) == index.count, found.id(at: found.length - 20) == index.packChecksum else {
      throw .damaged("\(path) and its index do not belong together")
    }
    file = found
    return found
  }

  /// The bytes from an offset to the end of the pack, without its checksum.
  private func rest(of file: MappedFile, from offset: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: file.bytes[offset..<(file.length - 20)])
  }

  private func entry(at offset: Int, in file: MappedFile) throws(PackError) -> Entry {
    let end = file.length - 20
    guard offset >= Entry.headerLength, offset < end else { throw .damaged("its offset is outside of the pack") }
    var position = offset
    func take() throws(PackError) -> UInt8 {
      guard position < end else { throw .damaged("it is cut off") }
      defer { position += 1 }
      return file.byte(at: position)
    }
    // A bit that says that another byte follows, three of the kind, and the lowest four of the size.
    var byte = try take()
    let kind = byte >> 4 & 7
    var (size, shift) = (Int(byte & 15), 4)
    while byte & 0x80 != 0 {
      byte = try take()
      guard shift <= 53 else { throw .damaged("its size in the pack is not valid") }
      size |= Int(byte & 0x7f) << shift
      shift += 7
    }
    var base: Int?
    if kind == Entry.offsetDelta {
      byte = try take()
      var distance = Int(byte & 0x7f)
      while byte & 0x80 != 0 {
        byte = try take()
        guard distance < 1 << 53 else { throw .damaged("the offset of its base is not valid") }
        distance = (distance + 1) << 7 | Int(byte & 0x7f)
      }
      guard distance > 0 else { throw .damaged("the offset of its base is not valid") }
      base = offset - distance
    } else if kind == Entry.nameDelta {
      guard end - position >= 20 else { throw .damaged("it is cut off") }
      guard let found = index.position(of: file.id(at: position)) else {
        throw .damaged("the object that its delta is for is not in the pack")
      }
      base = try index.offset(at: found)
      position += 20
    }
    // "A maximum compression factor … 1032:1", https://www.zlib.net/zlib_tech.html
    guard size <= (end - position + 1) * 1032 else { throw .damaged("its size in the pack is not valid") }
    return Entry(kind: kind, size: size, data: position, base: base)
  }

  private func content(
    of entry: Entry, in file: MappedFile, _ inflation: Inflation
  ) throws(PackError) -> PackContent {
    let content = try PackContent(count: entry.size)
    let found = try inflation.inflate(rest(of: file, from: entry.data), into: content.writable)
    guard inflation.isComplete, found == entry.size else {
      throw .damaged("its content does not have the size that the pack states")
    }
    content.writable[entry.size] = 0
    return content
  }

  private func keep(_ object: (content: PackContent, type: git_object_t), at offset: Int) {
    guard object.content.count <= Self.maximumBaseSize else { return }
    if basesSize + object.content.count > Self.maximumBasesSize {
      bases.removeAll(keepingCapacity: true)
      basesSize = 0
    }
    bases[offset] = object
    basesSize += object.content.count
  }
}

/// Detects deltas that refer to each other in a cycle.
///
/// Brent's algorithm: the offset after 1, 2, 4, 8 … steps is remembered, and is met again if there is a cycle.
/// <https://maths-people.anu.edu.au/~brent/pd/rpb051i.pdf>
private struct Chain {
  private var (steps, limit, mark) = (0, 1, -1)

  mutating func follow(to offset: Int) throws(PackError) {
    guard offset != mark else { throw .damaged("its deltas refer to each other") }
    steps += 1
    guard steps == limit else { return }
    (steps, limit, mark) = (0, limit * 2, offset)
  }
}
