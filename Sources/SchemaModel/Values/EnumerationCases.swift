/// The cases of an enumeration without associated values, in the order of their declaration.
///
/// They are read from the type's metadata, because an enumeration need not be `CaseIterable`. The layout is that of
/// `TargetEnumDescriptor` and `FieldDescriptor`:
///
/// * https://github.com/swiftlang/swift/blob/main/include/swift/ABI/Metadata.h
/// * https://github.com/swiftlang/swift/blob/main/include/swift/RemoteInspection/Records.h
struct EnumerationCases<Value> {
  /// The names in the source, without backticks.
  let names: [String]

  /// `nil` if the type is not an enumeration, has associated values or no cases, or was compiled without names
  /// (`-disable-reflection-metadata`).
  init?() {
    guard TypeKind(of: Value.self) == .enumeration,
      let descriptor = UnsafeRawPointer(
        bitPattern: unsafeBitCast(Value.self as Any.Type, to: UnsafePointer<Int>.self)[1])
    else { return nil }
    // The upper byte is the offset of the payload's size.
    let payloadCases = descriptor.loadUnaligned(fromByteOffset: 20, as: UInt32.self) & 0x00ff_ffff
    guard payloadCases == 0, let fields = Self.target(of: descriptor + 16) else { return nil }
    let recordSize = Int(fields.loadUnaligned(fromByteOffset: 10, as: UInt16.self))
    let count = Int(fields.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    let names = (0..<count).compactMap { index in
      Self.target(of: fields + 16 + index * recordSize + 8).map {
        String(cString: $0.assumingMemoryBound(to: CChar.self))
      }
    }
    guard names.count == count, count > 0, MemoryLayout<Value>.size <= MemoryLayout<UInt32>.size else { return nil }
    self.names = names
  }

  /// The case with a position in ``names``. Cases without associated values are represented by these numbers.
  ///
  /// https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeLayout.rst
  subscript(index: Int) -> Value {
    precondition(names.indices.contains(index))
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 1) { memory in
      memory[0] = UInt32(index).littleEndian
      return UnsafeRawBufferPointer(memory).load(as: Value.self)
    }
  }

  /// The position of a value in ``names``.
  func index(of value: Value) -> Int {
    withUnsafeBytes(of: value) { bytes in
      bytes.prefix(MemoryLayout<Value>.size).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }

  /// The address that a relative pointer leads to; `nil` for a null pointer.
  private static func target(of pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = Int(pointer.loadUnaligned(as: Int32.self))
    return offset == 0 ? nil : pointer + offset
  }
}

/// The kind of a type, from the first word of its metadata.
///
/// https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeMetadata.rst
enum TypeKind: Int {
  case structure = 0x200
  case enumeration = 0x201

  init?(of type: Any.Type) {
    self.init(rawValue: unsafeBitCast(type, to: UnsafePointer<Int>.self).pointee)
  }
}
