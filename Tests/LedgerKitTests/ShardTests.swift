import Digests
import SQLiteSchema
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Shard")
struct ShardTests {
  /// A group for each upgrade.
  private func single(_ count: Int) -> [[Int]] { (0..<count).map { [$0] } }

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
      let places = try (1...shards).map { number in
        var deal = ShardDeal(try #require(Shard("\(number)/\(shards)")))
        _ = deal.places(of: (0..<dealt).map { sha256("other \($0)") }, in: single(dealt))
        return deal.places(of: digests, in: single(count))
      }
      #expect(places.flatMap(\.self).sorted() == Array(0..<count))
      let sizes = places.map(\.count)
      #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
      #expect(places.allSatisfy { $0 == $0.sorted() })
    }
  }

  @Test("the distribution does not depend on the order of the fixtures", arguments: [false, true])
  func stable(isTimed: Bool) throws {
    let digests = (0..<20).map { sha256("\($0)") }
    let durations = isTimed ? Durations(digests.prefix(12).enumerated().map { ($1, Double($0 * $0)) }) : nil
    let shard = try #require(Shard("2/3"))
    func own(_ digests: [String]) -> Set<String> {
      var deal = ShardDeal(shard, by: durations)
      return Set(deal.places(of: digests, in: single(digests.count)).map { digests[$0] })
    }
    #expect(own(digests.reversed()) == own(digests))
  }

  @Test("with durations, shards have equal work, over all databases, and each fixture is in one")
  func balance() throws {
    let digests = (0..<40).map { sha256("\($0)") }
    let times = digests.indices.map { Double($0 == 7 ? 40 : $0 % 9 + 1) }
    let durations = Durations(zip(digests, times).map { ($0, $1) })
    var loads: [Double] = []
    var places: [Int] = []
    for number in 1...3 {
      var deal = ShardDeal(try #require(Shard("\(number)/3")), by: durations)
      let one = deal.places(of: Array(digests[..<10]), in: single(10))
      let other = deal.places(of: Array(digests[10...]), in: single(30)).map { $0 + 10 }
      places += one + other
      loads.append((one + other).map { times[$0] }.reduce(0, +))
    }
    #expect(places.sorted() == Array(digests.indices))
    #expect((loads.max() ?? 0) - (loads.min() ?? 0) <= 2)
  }

  @Test("upgrades with the same result are in one shard, and count as one", arguments: [false, true])
  func groups(isTimed: Bool) throws {
    let digests = (0..<40).map { sha256("\($0)") }
    // The first ten upgrades have the same result, and the others are pairs.
    let groups = [Array(0..<10)] + stride(from: 10, to: 40, by: 2).map { [$0, $0 + 1] }
    // Only the first of a group has run.
    let durations =
      isTimed ? Durations(groups.flatMap { $0.map { [first = $0[0]] in (digests[$0], $0 == first ? 2 : 0) } }) : nil
    let parts = try (1...4).map { number in
      var deal = ShardDeal(try #require(Shard("\(number)/4")), by: durations)
      return deal.places(of: digests, in: groups)
    }
    #expect(parts.flatMap(\.self).sorted() == Array(digests.indices))
    let groupCounts = parts.map { part in groups.count { !Set($0).isDisjoint(with: part) } }
    #expect(groupCounts == [4, 4, 4, 4])
  }

  @Test("files of durations in any order make one file, and a fixture without a time has the usual one")
  func durations() throws {
    let (a, b, c) = (sha256("a"), sha256("b"), sha256("c"))
    let one = Durations([(a, 0.5), (b, 2)])
    let other = Durations([(a, 0.25), (c, 0)])
    let merged = try Durations(text: one.text + other.text)
    #expect(try merged == Durations(text: other.text + one.text))
    #expect(merged.weights(of: [c, b, a, sha256("d")]) == [1, 2000, 500, 500])
    #expect(try Durations(text: merged.text) == merged)
    #expect(try Durations(text: "").weights(of: [a, b]) == [1, 1])
  }

  @Test(
    "another text is not a file of durations",
    arguments: [
      "a 1", "\(sha256("a"))", "\(sha256("a")) ", "\(sha256("a")) -1", "\(sha256("a")) 1.5", "\(sha256("a"))  1",
      "\(sha256("a")) 1\r", "\(sha256("a")) 99999999999999999999", "\(sha256("a")) 31536000001",
      "\(sha256("a").uppercased()) 1",
      "{}",
    ])
  func noDurations(line: String) {
    #expect(throws: Durations.Unreadable.self) { try Durations(text: "\(sha256("b")) 1\n\(line)\n") }
  }
}
