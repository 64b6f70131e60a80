/// Pseudo-random numbers that depend only on their arguments.
enum Draw {
  /// The FNV-1a hash of the parts, mixed. Swift's own hashes differ between processes.
  static func seed(_ parts: String...) -> UInt64 {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in parts {
      for byte in part.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
      value = (value ^ 0xFF) &* 0x100_0000_01B3
    }
    return mix(value)
  }

  /// The last step of splitmix64.
  static func mix(_ number: UInt64) -> UInt64 {
    var value = number &+ 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number from 0 to `count` - 1.
  static func below(_ count: Int, _ seed: UInt64, _ number: Int) -> Int {
    Int(mix(seed ^ UInt64(truncatingIfNeeded: number) &* 0xD134_2543_DE82_EF95) % UInt64(max(count, 1)))
  }
}
