internal import SystemCalls

extension UnsafeRawBufferPointer {
  /// The position of the first `byte` at or after `start`, found by `memchr`; `nil` if there is none.
  func position(of byte: UInt8, from start: Int) -> Int? {
    guard let base = baseAddress, start < count, let found = memchr(base + start, Int32(byte), count - start) else {
      return nil
    }
    return UnsafeRawPointer(found) - base
  }

  /// Whether both have the same bytes, compared by `memcmp`.
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let base = baseAddress, let otherBase = other.baseAddress else { return true }
    return memcmp(base, otherBase, count) == 0
  }

  /// Reads `keyword`, 40 digits and a line feed at `position`, and advances `position` past them; `nil` for anything
  /// else.
  func takeID(after keyword: StaticString, at position: inout Int) -> ObjectID? {
    let length = keyword.utf8CodeUnitCount
    guard position + length + 41 <= count, self[position + length + 40] == UInt8(ascii: "\n"),
      (0..<length).allSatisfy({ self[position + $0] == keyword.utf8Start[$0] }),
      let id = ObjectID(hexDigits: self[position + length..<position + length + 40])
    else { return nil }
    position += length + 41
    return id
  }
}
