#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A cache file: the commit graph for some paths, stored in `schemaledger/history/<paths>` in Git's common directory.
///
///     format, checksum, commits, parents, contents, length of the key    one 8-byte word each
///     key        the paths and the parent overrides
///     columns    ids, times, states, parent starts, parent positions, positions in the order of ids
///     contents   for each state and path a byte, and the id
///
/// Numbers are in the machine's byte order; on a machine with the other byte order the format number does not match.
/// The checksum detects damage, not tampering: a user who can write here can change the repository as well. Read and
/// write errors are ignored, as if there were no cache.
struct HistoryCacheFile {
  private let folder: String
  private let path: String
  private let pathCount: Int
  private let key: [UInt8]

  private static let format: UInt64 = 0x7363_6865_6d61_0001
  private static let headerLength = 6 * 8
  private static let unknown = UInt32.max
  /// The maximum number of files in the folder; older ones are removed.
  private static let maximumFiles = 16

  init(in commonFolder: String, paths: [String], overrides: ParentOverrides) {
    let names = Array(paths.joined(separator: "\0").utf8)
    key = names + [0] + Array(overrides.text.utf8)
    pathCount = paths.count
    folder = commonFolder + "/schemaledger/history"
    path = folder + "/" + String(names.withUnsafeBytes { checksum($0) }, radix: 16)
  }

  // MARK: Reading

  /// The graph; `nil` if there is no usable file.
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
        let parentStarts: [UInt32] = reader.column(commits + 1), let parentPositions: [UInt32] = reader.column(parents),
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
        parentPositions: parentPositions, order: order)
    }
  }

  // MARK: Writing

  /// Replaces the content of the file with the graph.
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
    columns.append(column: graph.parentPositions)
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
      UInt64(graph.count), UInt64(graph.parentPositions.count), UInt64(graph.contents.count), UInt64(key.count),
    ])
    content += columns
    let sum = content.withUnsafeBytes { checksum($0) }
    var header: [UInt8] = []
    header.append(column: [Self.format, sum])
    replace(with: [header, content])
  }

  /// Replaces the file by a rename, so that another process reads either the old or the new content.
  private func replace(with parts: [[UInt8]]) {
    mkdir(folderName(folder), 0o777)
    mkdir(folder, 0o777)
    let temporary = path + "." + String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return }
    do {
      defer { close(descriptor) }
      for part in parts { try writeWithoutSync(descriptor, part, path: temporary) }
    } catch {
      unlink(temporary)
      return
    }
    if rename(temporary, path) != 0 { unlink(temporary) }
    removeOldFiles()
  }

  /// Removes the files that were written the longest time ago: those for paths that are no longer used, and temporary
  /// files of killed processes.
  private func removeOldFiles() {
    let names = (try? Descriptor(opening: folder, in: -1, Descriptor.folderFlags)?.names(path: folder)) ?? []
    guard names.count > Self.maximumFiles else { return }
    let files = names.map { name in
      var status = stat()
      return stat(folder + "/" + name, &status) == 0 ? (name, status.modificationSeconds) : (name, 0)
    }
    for file in files.sorted(by: { $0.1 > $1.1 }).dropFirst(Self.maximumFiles) { unlink(folder + "/" + file.0) }
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

/// A checksum.
private func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
  // The finalizer of SplitMix64, applied to one 8-byte word after the other.
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

/// Reads columns from the front of a buffer; `nil` if the buffer is too short.
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
