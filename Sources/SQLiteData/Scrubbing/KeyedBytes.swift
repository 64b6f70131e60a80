internal import Digests
internal import Foundation

/// Pseudo-random bytes that cannot be predicted without the key and are the same for the same value: SHA-256 of the
/// key, the value, the attempt and a counter.
struct KeyedBytes {
  private let seed: SHA256
  private var block: [UInt8] = []
  private var count: UInt64 = 0

  /// - Parameter attempt: a number; each gives different bytes for the same value.
  init(key: [UInt8], value: [UInt8], attempt: Int) {
    var seed = SHA256()
    seed.update(key)
    seed.update(SHA256.digest(of: value))
    withUnsafeBytes(of: UInt64(attempt).littleEndian) { seed.update($0) }
    self.seed = seed
  }

  mutating func next() -> UInt8 {
    if block.isEmpty {
      var hash = seed
      withUnsafeBytes(of: count.littleEndian) { hash.update($0) }
      count += 1
      block = hash.digest()
    }
    return block.removeLast()
  }

  /// A number below `limit`, which is at most 2³².
  mutating func next(below limit: Int) -> Int {
    var number: UInt64 = 0
    for _ in 0..<(limit <= 256 ? 2 : 6) { number = number << 8 | UInt64(next()) }
    return Int(number % UInt64(max(1, limit)))
  }
}
