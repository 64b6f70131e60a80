internal import Decompression

/// Why an object in a pack could not be read.
enum PackError: Error {
  /// The pack or its index is not valid. The reason is a clause, such as "its compressed data is cut off".
  case damaged(String)
  /// The pack was deleted after it was found, as `git gc` does.
  case gone
  /// A system call failed, or there is no memory.
  case failed(GitError)

  init(_ failure: Inflation.Failure) {
    self =
      switch failure {
      case .outOfMemory: .failed(.outOfMemory)
      case .cutOff: .damaged("its compressed data is cut off")
      case .invalid: .damaged("its compressed data is not valid")
      }
  }
}

extension Inflation {
  /// Decompresses until the data ends or `output` is full. Returns the number of bytes.
  func inflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(PackError) -> Int {
    do {
      try begin(input)
      return try read(into: output)
    } catch {
      throw PackError(error)
    }
  }
}
