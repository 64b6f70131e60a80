import Foundation

/// The lines of a file, as bytes, read in parts.
struct LineReader {
  private static let part = 1 << 16
  /// The longest line. A path of Linux has at most 4096 bytes.
  private static let limit = 1 << 20

  private let handle: FileHandle
  private let separator: UInt8
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  init(_ handle: FileHandle, separator: UInt8) {
    self.handle = handle
    self.separator = separator
  }

  /// The next line without its separator; `nil` at the end.
  mutating func next() throws -> [UInt8]? {
    while true {
      if let end = buffer[start...].firstIndex(of: separator) {
        defer { start = end + 1 }
        return Array(buffer[start..<end])
      }
      if isAtEnd {
        defer { start = buffer.count }
        return start < buffer.count ? Array(buffer[start...]) : nil
      }
      guard buffer.count - start < Self.limit else {
        throw Failure(message: "a line of the list is longer than \(Wording.grouped(Self.limit)) bytes", hint: nil)
      }
      buffer.removeFirst(start)
      start = 0
      let part = try handle.read(upToCount: Self.part) ?? Data()
      isAtEnd = part.isEmpty
      buffer += part
    }
  }
}
