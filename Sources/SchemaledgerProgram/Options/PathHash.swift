import Digests
import SystemCalls

/// A number for a path, by which files are divided into parts or chosen as a sample. It depends on nothing but the bytes of
/// the path as the user names it, so it is the same on every machine, and in every order of the files.
enum PathHash {
  /// The first eight bytes of the SHA-256 of the path, the most significant first.
  ///
  /// - Parameter path: a string of `String(fileName:)`.
  static func hash(of path: String) -> UInt64 {
    // Sixteen hexadecimal digits.
    UInt64(sha256(path.fileNameBytes).prefix(16), radix: 16) ?? 0
  }
}
