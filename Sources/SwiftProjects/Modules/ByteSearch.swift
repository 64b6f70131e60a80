extension Array where Element == UInt8 {
  /// Whether the text occurs anywhere.
  func contains(_ text: StaticString) -> Bool { self[...].has(text) }
}

extension ArraySlice where Element == UInt8 {
  /// Whether the text occurs anywhere.
  func has(_ text: StaticString) -> Bool {
    withUnsafeBufferPointer { bytes in
      text.withUTF8Buffer { wanted in
        guard let first = wanted.first, bytes.count >= wanted.count else { return false }
        for start in 0...(bytes.count - wanted.count) where bytes[start] == first {
          var length = 1
          while length < wanted.count, bytes[start + length] == wanted[length] { length += 1 }
          if length == wanted.count { return true }
        }
        return false
      }
    }
  }
}
