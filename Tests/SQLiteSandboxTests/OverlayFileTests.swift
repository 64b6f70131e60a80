import Testing

@testable import SQLiteSandbox
@testable import SQLiteTestSupport

@Suite("Overlay file")
struct OverlayFileTests {
  @Test("an overlay contains what was written to it, regardless of block boundaries", arguments: 1...20)
  func writes(seed: Int) {
    var random = Randomness(seed: seed)
    let file = OverlayFile()
    var model: [UInt8] = []
    for _ in 0..<60 {
      let offset = random.below(20_000)
      if random.chance(20) {
        _ = file.truncate(to: Int64(offset))
        model = model.prefix(offset) + [UInt8](repeating: 0, count: max(0, offset - model.count))
      } else {
        let bytes = (0...random.below(9000)).map { _ in UInt8(1 + random.below(255)) }
        _ = bytes.withUnsafeBytes { buffer in
          buffer.baseAddress.map { file.write($0, count: Int64(bytes.count), at: Int64(offset)) }
        }
        model += [UInt8](repeating: 0, count: max(0, offset + bytes.count - model.count))
        model.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      }
      #expect(file.currentSize().size == Int64(model.count))
      let start = random.below(20_000)
      let count = 1 + random.below(9000)
      var read = [UInt8](repeating: 7, count: count)
      _ = read.withUnsafeMutableBytes { buffer in
        buffer.baseAddress.map { file.read($0, count: Int64(count), at: Int64(start)) }
      }
      let known = Array(model.dropFirst(start).prefix(count))
      let zeros = [UInt8](repeating: 0, count: count - known.count)
      #expect(read == known + zeros)
    }
  }
}
