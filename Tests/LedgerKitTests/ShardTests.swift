import Digests
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Shard")
struct ShardTests {
  @Test("a shard is a number and a count", arguments: ["1/1", "2/5", "5/5", "0002/5", "10000/10000"])
  func good(text: String) throws {
    let shard = try #require(Shard(text))
    #expect(shard.description == text.drop { $0 == "0" })
  }

  @Test(
    "any other text is rejected",
    arguments: [
      "", "1", "/", "1/", "/1", "0/5", "6/5", "-1/5", "1/0", "1/5/5", "a/b", " 1/5", "1/10001", "٢/٥",
      "1/99999999999999999999",
    ])
  func bad(text: String) { #expect(Shard(text) == nil) }

  @Test(
    "each fixture is in one shard, and sizes differ by one at most", arguments: [0, 1, 4, 5, 6, 200], [1, 2, 5, 7])
  func deal(count: Int, of shards: Int) throws {
    let digests = (0..<count).map { sha256("\($0)") }
    // After the fixtures of another database, the distribution continues with the next shard.
    for dealt in [0, 3] {
      let places = (1...shards).map { Shard("\($0)/\(shards)")?.places(of: digests, behind: dealt) ?? [] }
      #expect(places.flatMap(\.self).sorted() == Array(0..<count))
      let sizes = places.map(\.count)
      #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
      #expect(places.allSatisfy { $0 == $0.sorted() })
    }
  }

  @Test("the distribution does not depend on the order of the fixtures")
  func stable() throws {
    let digests = (0..<20).map { sha256("\($0)") }
    let shard = try #require(Shard("2/3"))
    let one = Set(shard.places(of: digests, behind: 0).map { digests[$0] })
    let other = digests.reversed() as [String]
    #expect(Set(shard.places(of: other, behind: 0).map { other[$0] }) == one)
  }
}
