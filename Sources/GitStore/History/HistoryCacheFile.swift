#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The file of a cache: the commit graph for some paths, `schemaledger/history/<paths>` in Git's common folder.
///
///     format, checksum, commits, parents, contents, length of the key    a word of 8 bytes each
///     key        the paths, and what changes how commits hang together
///     columns    ids, times, states, where parents begin, parents, places in the order of ids
///     contents   for each state and each path a byte, and the id
///
/// Numbers are the machine's own; where their bytes stand the other way round the format is another one. The checksum is
/// against damage: whoever can write here can change the repository as well. What cannot be read or written is not
/// there, and nobody is told.
struct HistoryCacheFile {
  private let folder: String
  private let path: String
  private let pathCount: Int
  private let key: [UInt8]

  private static let format: UInt64 = 0x7363_6865_6d61_0001
  private static let headerLength = 6 * 8
  private static let unknown = UInt32.max
  /// Files for other paths that are left there.
  private static let neighbours = 16

  init(in commonFolder: String, paths: [String], shape: HistoryShape) {
    let names = Array(paths.joined(separator: "\0").utf8)
    key = names + [0] + Array(shape.text.utf8)
    pathCount = paths.count
    folder = commonFolder + "/schemaledger/history"
    path = folder + "/" + String(names.withUnsafeBytes { checksum($0) }, radix: 16)
  }

  // MARK: Reading

  /// The graph; nil when there is none that can be used.
  func read() -> CommitGraph? {
    guard let content = try? readFile(path) else { return nil }
    return content.withUnsafeBytes { bytes in
      var reader = ColumnReader(bytes)
      guard let header: [UInt64] = reader.column(6), header[0] == Self.format,
        header[1] == checksum(UnsafeRawBufferPointer(rebasing: bytes[16...])),
        header[2...].allSatisfy({ $0 < UInt64(bytes.count) })
      else { return nil }
      let (commits, parents, contents, length) = (Int(header[2]), Int(header[3]), Int(header[4]), Int(header[5]))
      guard reader.bytes(length)?.elementsEqual(key) == true, let ids = reader.ids(commits),
        let times: [Int64] = reader.column(commits), var states: [UInt32] = reader.column(commits),
        let parentStarts: [UInt32] = reader.column(commits + 1), let parentPlaces: [UInt32] = reader.column(parents),
        let order: [UInt32] = reader.column(commits), var table = reader.contents(contents, paths: pathCount),
        reader.isAtEnd
      else { return nil }
      let isComplete = !states.contains(Self.unknown)
      if !isComplete {
        states = states.map { $0 == Self.unknown ? UInt32(table.count) : $0 }
        table.append(Array(repeating: .unknown, count: pathCount))
      }
      return CommitGraph(
        ids: ids, times: times, states: states, contents: table, parentStarts: parentStarts,
        parentPlaces: parentPlaces, order: order)
    }
  }

  // MARK: Writing

  /// Puts the graph in the file's place.
  func write(_ graph: CommitGraph) {
    var graph = graph
    graph.sort()
    let isUnknown = graph.contents.map { $0.contains(.unknown) }
    var columns: [UInt8] = key
    columns.reserveCapacity(key.count + graph.count * 48)
    for id in graph.ids { withUnsafeBytes(of: id.oid) { columns.append(contentsOf: $0) } }
    columns.append(column: graph.times)
    columns.append(column: graph.states.map { isUnknown[Int($0)] ? Self.unknown : $0 })
    columns.append(column: graph.parentStarts)
    columns.append(column: graph.parentPlaces)
    columns.append(column: graph.order)
    for content in graph.contents.joined() {
      if case .object(let id) = content {
        columns.append(1)
        withUnsafeBytes(of: id.oid) { columns.append(contentsOf: $0) }
      } else {
        columns.append(contentsOf: repeatElement(0, count: 21))
      }
    }
    var content: [UInt8] = []
    content.reserveCapacity(columns.count + Self.headerLength)
    content.append(column: [
      UInt64(graph.count), UInt64(graph.parentPlaces.count), UInt64(graph.contents.count), UInt64(key.count),
    ])
    content += columns
    let sum = content.withUnsafeBytes { checksum($0) }
    var header: [UInt8] = []
    header.append(column: [Self.format, sum])
    replace(with: [header, content])
  }

  /// By a rename, so that another process reads the one or the other.
  private func replace(with parts: [[UInt8]]) {
    mkdir(folderName(folder), 0o777)
    mkdir(folder, 0o777)
    let temporary = path + "." + String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return }
    do {
      defer { close(descriptor) }
      for part in parts { try writeWithoutWaiting(descriptor, part, path: temporary) }
    } catch {
      unlink(temporary)
      return
    }
    if rename(temporary, path) != 0 { unlink(temporary) }
    removeNeighbours()
  }

  /// Paths change, and runs are killed: what was not written for the longest time goes.
  private func removeNeighbours() {
    let names = (try? Descriptor(opening: folder, in: -1, Descriptor.folderFlags)?.names(path: folder)) ?? []
    guard names.count > Self.neighbours else { return }
    let files = names.map { name in
      var status = stat()
      return stat(folder + "/" + name, &status) == 0 ? (name, status.modificationSeconds) : (name, 0)
    }
    for file in files.sorted(by: { $0.1 > $1.1 }).dropFirst(Self.neighbours) { unlink(folder + "/" + file.0) }
  }
}

extension stat {
  fileprivate var modificationSeconds: Int {
    #if canImport(Darwin)
      Int(st_mtimespec.tv_sec)
    #else
      Int(st_mtim.tv_sec)
    #endif
  }
}

/// A number for some bytes that changes when they do.
private func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
  // Finalizer of SplitMix64, over one word of 8 bytes after the other.
  func mix(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = (sum ^ word) &* 0x9e37_79b9_7f4a_7c15
    return mixed ^ mixed >> 29
  }
  var sum = UInt64(bytes.count)
  var offset = 0
  while offset + 8 <= bytes.count {
    sum = mix(sum, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    offset += 8
  }
  for byte in bytes[offset...] { sum = mix(sum, UInt64(byte)) }
  return sum
}

/// Takes columns off the front of some bytes; nil when they are too short.
private struct ColumnReader {
  private let all: UnsafeRawBufferPointer
  private var position = 0

  init(_ all: UnsafeRawBufferPointer) { self.all = all }

  var isAtEnd: Bool { position == all.count }

  mutating func bytes(_ count: Int) -> UnsafeRawBufferPointer? {
    guard count <= all.count - position else { return nil }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: all[position..<position + count])
  }

  mutating func column<Number: FixedWidthInteger>(_ count: Int) -> [Number]? {
    guard let bytes = bytes(count * MemoryLayout<Number>.stride) else { return nil }
    return [Number](unsafeUninitializedCapacity: count) { buffer, initialized in
      UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
      initialized = count
    }
  }

  mutating func ids(_ count: Int) -> [ObjectID]? {
    guard let bytes = bytes(count * 20), let start = bytes.baseAddress else { return count == 0 ? [] : nil }
    return [ObjectID](unsafeUninitializedCapacity: count) { buffer, initialized in
      for place in 0..<count { buffer.initializeElement(at: place, to: ObjectID(start + place * 20)) }
      initialized = count
    }
  }

  mutating func contents(_ count: Int, paths: Int) -> [[PathHistory.Content]]? {
    guard let bytes = bytes(count * paths * 21) else { return nil }
    return (0..<count).map { state in
      (0..<paths).map { path in
        let content = UnsafeRawBufferPointer(rebasing: bytes[((state * paths + path) * 21)...])
        guard content[0] == 1, let start = content.baseAddress else { return .absent }
        return .object(ObjectID(start + 1))
      }
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append<Number: FixedWidthInteger>(column: [Number]) {
    column.withUnsafeBytes { append(contentsOf: $0) }
  }
}
