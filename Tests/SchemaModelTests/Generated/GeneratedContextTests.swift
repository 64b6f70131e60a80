import Testing

@testable import SchemaModel

/// What a context does, compared with a few dictionaries that do the same.
@Suite("Generated contexts")
struct GeneratedContextTests {
  @Test("a context and its store match the model after random operations", arguments: 0..<4 as Range<UInt64>)
  func generated(part: UInt64) {
    for seed in (part * 50)..<(part * 50 + 50) {
      let operations = VillageOperation.list(seed: seed, count: 50)
      guard Self.difference(operations) != nil else { continue }
      let shortest = Self.shortest(operations)
      let lines = shortest.map { "  \($0)" }.joined(separator: "\n")
      Issue.record("seed \(seed): \(Self.difference(shortest) ?? "")\n\(lines)")
      return
    }
  }

  /// Nil if all is as it should be.
  static func difference(_ operations: [VillageOperation]) -> String? {
    do {
      let run = try VillageRun()
      for operation in operations { try run.perform(operation) }
      try run.check()
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The operations without those that a difference does not need.
  static func shortest(_ operations: [VillageOperation]) -> [VillageOperation] {
    var shortest = operations
    var size = max(1, operations.count / 2)
    while true {
      var start = 0
      var isShorter = false
      while start < shortest.count {
        var shorter = shortest
        shorter.removeSubrange(start..<min(start + size, shortest.count))
        if difference(shorter) != nil {
          shortest = shorter
          isShorter = true
        } else {
          start += size
        }
      }
      if size == 1, !isShorter { return shortest }
      size = max(1, size / 2)
    }
  }
}
