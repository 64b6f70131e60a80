/// The `ActionResult` of the [Remote Execution API](https://github.com/bazelbuild/remote-apis), as far as a cache of results
/// needs it: one output file, which names the blob that contains the result.
///
///     message ActionResult { repeated OutputFile output_files = 2; int32 exit_code = 4; … }
///     message OutputFile { string path = 1; Digest digest = 2; … }
///     message Digest { string hash = 1; int64 size_bytes = 2; }
///
/// Servers add fields: bazel-remote writes in `execution_metadata` who has stored the result. Fields that are not needed are
/// therefore skipped, whatever they contain, but must be complete.
struct ActionResult: Hashable {
  /// The SHA-256 of the blob: 64 lower-case hexadecimal digits.
  let hash: String
  /// The number of bytes of the blob.
  let size: Int

  /// The path of the output file. Servers refuse an empty one.
  static let path = "schemaledger.json"
  /// In bytes. One that `bytes` makes has about 100.
  static let sizeLimit = 4096

  init(hash: String, size: Int) {
    (self.hash, self.size) = (hash, size)
  }

  /// Returns `nil` unless it is a whole message that has exactly one output file, and no exit code but 0.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.sizeLimit, let fields = ProtobufFields(bytes[...]),
      fields.varint(4) ?? 0 == 0, fields.messages(2).count == 1,
      let file = ProtobufFields(fields.messages(2)[0]), file.text(1) == Self.path,
      file.messages(2).count == 1, let digest = ProtobufFields(file.messages(2)[0]),
      let hash = digest.text(1), isDigest(hash),
      let size = digest.varint(2).flatMap({ Int(exactly: $0) })
    else { return nil }
    self.init(hash: hash, size: size)
  }

  /// The message. Equal results have equal bytes.
  var bytes: [UInt8] {
    let digest = Self.field(1, Array(hash.utf8)) + [2 << 3] + Self.varint(UInt64(size))
    return Self.field(2, Self.field(1, Array(Self.path.utf8)) + Self.field(2, digest))
  }

  private static func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    [number << 3 | 2] + varint(UInt64(content.count)) + content
  }

  private static func varint(_ value: UInt64) -> [UInt8] {
    var (rest, bytes) = (value, [UInt8]())
    while rest > 0x7f {
      bytes.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}

/// Whether it is a SHA-256 in lower-case hexadecimal.
func isDigest(_ text: String) -> Bool {
  text.utf8.count == 64 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
}

/// The fields of one message in the [wire format](https://protobuf.dev/programming-guides/encoding/) of protocol buffers.
private struct ProtobufFields {
  private var varints: [UInt64: UInt64] = [:]
  private var contents: [UInt64: [ArraySlice<UInt8>]] = [:]

  /// Returns `nil` if a field is cut off, or has a number or a type that no field has.
  init?(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      guard let tag = Self.varint(&rest), case let number = tag >> 3, 1...0x1fff_ffff ~= number else { return nil }
      switch tag & 7 {
      case 0:
        guard let value = Self.varint(&rest) else { return nil }
        // "For numeric types and strings, if the same field appears multiple times, the parser accepts the last value".
        varints[number] = value
      case 1: guard Self.take(8, from: &rest) != nil else { return nil }
      case 2:
        guard let length = Self.varint(&rest), let content = Self.take(length, from: &rest) else { return nil }
        contents[number, default: []].append(content)
      case 5: guard Self.take(4, from: &rest) != nil else { return nil }
      default: return nil
      }
    }
  }

  func varint(_ number: UInt64) -> UInt64? { varints[number] }

  func messages(_ number: UInt64) -> [ArraySlice<UInt8>] { contents[number] ?? [] }

  func text(_ number: UInt64) -> String? {
    messages(number).last.flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// At most ten bytes, and at most 64 bits.
  private static func varint(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for index in 0..<10 {
      guard let byte = bytes.popFirst() else { return nil }
      if index == 9, byte > 1 { return nil }
      value |= UInt64(byte & 0x7f) << (7 * index)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }

  private static func take(_ count: UInt64, from bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard count <= bytes.count else { return nil }
    defer { bytes = bytes.dropFirst(Int(count)) }
    return bytes.prefix(Int(count))
  }
}
