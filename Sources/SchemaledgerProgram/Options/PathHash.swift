internal import Digests

/// A number for a path, equal on every machine: it divides files into parts, whatever their order.
enum PathHash {
  /// The first eight bytes of the SHA-256 of the path.
  static func value(of path: String) -> UInt64 {
    SHA256.digest(of: Array(path.utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
