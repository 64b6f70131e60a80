/// Instructions that make an object from another one: parts of that one, and new bytes.
///
/// <https://git-scm.com/docs/gitformat-pack#_deltified_representation>
struct PackDelta {
  private(set) var baseSize = 0
  private(set) var resultSize = 0
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  /// Reads the sizes at the beginning.
  init(_ bytes: UnsafeRawBufferPointer) throws(PackError) {
    self.bytes = bytes
    baseSize = try takeSize()
    resultSize = try takeSize()
  }

  private static let invalid = PackError.damaged("its delta is not valid")

  /// The maximum length of the two sizes at the beginning.
  static let startLength = 2 * 10

  /// Applies the instructions to `base`.
  func apply(to base: UnsafeRawBufferPointer) throws(PackError) -> PackContent {
    guard base.count == baseSize else { throw .damaged("its delta belongs to another base") }
    var delta = self
    // A first run computes the size, so that a damaged delta cannot cause a large allocation.
    guard try delta.run({ _ throws(PackError) in }, base) == resultSize else { throw Self.invalid }
    let result = try PackContent(count: resultSize)
    var end = 0
    delta = self
    try delta.run(
      { part throws(PackError) in
        UnsafeMutableRawBufferPointer(rebasing: result.writable[end...]).copyMemory(from: part)
        end += part.count
      }, base)
    return result
  }

  /// Passes the parts of the result to `body`, and returns the number of their bytes.
  @discardableResult
  private mutating func run(
    _ body: (UnsafeRawBufferPointer) throws(PackError) -> Void, _ base: UnsafeRawBufferPointer
  ) throws(PackError) -> Int {
    var count = 0
    while position < bytes.count {
      let instruction = try take()
      let part: UnsafeRawBufferPointer
      if instruction & 0x80 != 0 {
        // The lower four bits say which bytes of the offset follow, the next three which of the size.
        var (offset, size) = (0, 0)
        for bit in 0..<4 where instruction & (1 << bit) != 0 { offset |= Int(try take()) << (bit * 8) }
        for bit in 0..<3 where instruction & (0x10 << bit) != 0 { size |= Int(try take()) << (bit * 8) }
        // "size zero is automatically converted to 0x10000."
        if size == 0 { size = 0x10000 }
        guard size <= base.count, offset <= base.count - size else { throw Self.invalid }
        part = UnsafeRawBufferPointer(rebasing: base[offset..<(offset + size)])
      } else {
        // "This is the instruction reserved for future expansion."
        guard instruction != 0, Int(instruction) <= bytes.count - position else { throw Self.invalid }
        part = UnsafeRawBufferPointer(rebasing: bytes[position..<(position + Int(instruction))])
        position += Int(instruction)
      }
      count += part.count
      guard count <= resultSize else { throw Self.invalid }
      try body(part)
    }
    return count
  }

  /// Seven bits in each byte, the lowest first; the highest bit of a byte says that another one follows.
  private mutating func takeSize() throws(PackError) -> Int {
    var size = 0
    for shift in stride(from: 0, to: 63, by: 7) {
      let byte = try take()
      size |= Int(byte & 0x7f) << shift
      if byte & 0x80 == 0 { return size }
    }
    throw Self.invalid
  }

  private mutating func take() throws(PackError) -> UInt8 {
    guard position < bytes.count else { throw Self.invalid }
    defer { position += 1 }
    return bytes[position]
  }
}
