/// Reads columns from the front of a buffer; `nil` if the buffer is too short.
struct ColumnReader {
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

  /// Rows with the content at each of some paths.
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
  mutating func append<Number: FixedWidthInteger>(column: [Number]) {
    column.withUnsafeBytes { append(contentsOf: $0) }
  }

  mutating func append(ids: some Sequence<ObjectID>) {
    for id in ids { Swift.withUnsafeBytes(of: id.oid) { append(contentsOf: $0) } }
  }

  /// ``PathHistory/Content/unknown`` is written as absent.
  mutating func append(contents: some Sequence<PathHistory.Content>) {
    for content in contents {
      if case .object(let id) = content {
        append(1)
        append(ids: CollectionOfOne(id))
      } else {
        append(contentsOf: repeatElement(0, count: 21))
      }
    }
  }
}
