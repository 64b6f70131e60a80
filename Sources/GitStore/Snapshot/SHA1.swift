/// SHA-1 ([FIPS 180-4](https://csrc.nist.gov/pubs/fips/180-4/upd1/final)), the checksum at the end of an index file.
/// It detects damage, no attack. libgit2 only computes it with the header of an object.
func sha1(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
  var words = [UInt32](repeating: 0, count: 80)
  let length = bytes.count
  let tail = bytes.suffix(length % 64)
  let bits = UInt64(length) * 8
  var padded = Array(tail) + [0x80]
  padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
  padded += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
  var start = bytes.startIndex
  for _ in 0..<length / 64 {
    digest(bytes[start..<start + 64], &state, &words)
    start += 64
  }
  for block in stride(from: 0, to: padded.count, by: 64) { digest(padded[block..<block + 64], &state, &words) }
  return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
}

/// Adds a block of 64 bytes to the state.
private func digest(_ block: ArraySlice<UInt8>, _ state: inout [UInt32], _ words: inout [UInt32]) {
  for place in 0..<16 {
    let first = block.startIndex + place * 4
    words[place] = (0..<4).reduce(0) { $0 << 8 | UInt32(block[first + $1]) }
  }
  for place in 16..<80 {
    words[place] = rotated(words[place - 3] ^ words[place - 8] ^ words[place - 14] ^ words[place - 16], by: 1)
  }
  var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
  for round in 0..<80 {
    let (mixed, constant): (UInt32, UInt32) =
      switch round / 20 {
      case 0: (b & c | ~b & d, 0x5a82_7999)
      case 1: (b ^ c ^ d, 0x6ed9_eba1)
      case 2: (b & c | b & d | c & d, 0x8f1b_bcdc)
      default: (b ^ c ^ d, 0xca62_c1d6)
      }
    let next = rotated(a, by: 5) &+ mixed &+ e &+ constant &+ words[round]
    (e, d, c, b, a) = (d, c, rotated(b, by: 30), a, next)
  }
  for (place, word) in [a, b, c, d, e].enumerated() { state[place] &+= word }
}

private func rotated(_ word: UInt32, by count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
