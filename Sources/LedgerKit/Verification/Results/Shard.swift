internal import CanonicalJSON
internal import Digests
internal import LedgerCore
internal import MigrationSources
internal import SQLiteSchema

/// One of several parts of a verification, each for one machine.
public struct Shard: Sendable, Hashable, CustomStringConvertible {
  /// Everything.
  public static let whole = Shard(number: 1, count: 1)

  /// From 1.
  public let number: Int
  /// The number of shards.
  public let count: Int

  private init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// Reads `2/5`. `nil` for anything else, and for a number greater than the number of shards.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }), let number = Int(parts[0]),
      let count = Int(parts[1]), number >= 1, number <= count, count <= 10_000
    else { return nil }
    self.init(number: number, count: count)
  }

  /// `2/5`.
  public var description: String { "\(number)/\(count)" }
}

/// The distribution of the upgrades to shards, for one database after the other.
///
/// Upgrades with the same result are one group, of which a shard runs the first and concludes the others from it. Groups are
/// dealt out longest first, each to the shard with the least to do (Graham's LPT rule, at most 4/3 of the shortest time:
/// https://doi.org/10.1137/0117039). Groups of equal weight are sorted by digest. Every machine therefore computes the same
/// parts from the same upgrades and durations. Without durations, the numbers of groups differ by at most one.
public struct ShardDeal: Sendable {
  /// The part to verify.
  public let shard: Shard
  /// The times of earlier runs; `nil` if there are none.
  public let durations: Durations?
  /// The number of upgrades that were dealt out.
  private(set) var dealt = 0
  /// The weight that each shard has been dealt.
  private var loads: [Int]

  /// The distribution before the first database.
  public init(_ shard: Shard, by durations: Durations? = nil) {
    (self.shard, self.durations) = (shard, durations)
    loads = Array(repeating: 0, count: shard.count)
  }

  /// Deals out the upgrades of the next database.
  ///
  /// - Parameter groups: the indices of upgrades with the same result; every index is in one group.
  /// - Returns: the indices of the digests in this part, in order.
  mutating func places(of digests: [String], in groups: [[Int]]) -> [Int] {
    let weights = weights(of: digests)
    let sorted = groups.map { group in
      // A recorded time of an upgrade that did not run itself is nearly 0.
      let weight = durations == nil ? 1 : group.reduce(0) { $0 + weights[$1] }
      return (weight: weight, digest: group.map { digests[$0] }.min() ?? "", group: group)
    }.sorted { (-$0.weight, $0.digest, $0.group[0]) < (-$1.weight, $1.digest, $1.group[0]) }
    var own: [Int] = []
    for (weight, _, group) in sorted {
      // A linear search is fast enough for the numbers of shards and upgrades that there are.
      guard let least = loads.indices.min(by: { (loads[$0], $0) < (loads[$1], $1) }) else { continue }
      loads[least] += weight
      if least == shard.number - 1 { own += group }
    }
    dealt += digests.count
    return own.sorted()
  }

  func weights(of digests: [String]) -> [Int] { durations?.weights(of: digests) ?? digests.map { _ in 1 } }
}

/// The share of one shard in the work of a verification.
struct ShardShare: Sendable {
  /// Whether there is only one shard.
  let isWhole: Bool
  /// The number of upgrades in all shards.
  let total: Int
  /// The places of the shard's upgrades among those of all databases.
  let places: [Int]
  /// The digest of all work, in the order of versions.
  let work: String
  /// The digest of the upgrade path and its target.
  let target: String
  /// The digest of the options and the configuration with which upgrades are judged.
  let settings: String
  /// The weights by which the upgrades were dealt out, if there were durations.
  let weights: [Int]?
  /// The digest of each upgrade in ``places``.
  let digests: [String]
  /// The distribution of the next database.
  let next: ShardDeal

  /// The share in a verification that has stopped before its plan.
  static func nothing(_ deal: ShardDeal) -> ShardShare { ShardShare(next: deal) }

  private init(next: ShardDeal) {
    (isWhole, total, places, work, target, settings) = (false, 0, [], "", "", "")
    (weights, digests, self.next) = (nil, [], next)
  }

  /// - Parameters:
  ///   - deal: the distribution of the databases before.
  ///   - verification: the options and the configuration.
  init(of plan: VerificationPlan, _ deal: ShardDeal, for verification: Verification) {
    let digests = plan.upgrades.map { upgrade in
      upgrade.target.version.map { sha256(upgrade.fixtureDigest + " " + $0) } ?? upgrade.fixtureDigest
    }
    var next = deal
    let own = next.places(of: digests, in: plan.upgrades.equivalent)
    isWhole = deal.shard == .whole
    total = digests.count
    places = own.map { $0 + deal.dealt }
    work = sha256(digests.joined(separator: "\n"))
    target = ResultKey.target(plan)
    settings = Self.settings(of: plan.context, verification)
    weights = deal.durations.map { _ in deal.weights(of: digests) }
    self.digests = own.map { digests[$0] }
    self.next = next
  }
}

extension ShardShare {
  private static func settings(of context: UpgradeContext, _ verification: Verification) -> String {
    let judgement: [String: JSONValue] = [
      "history": .string(verification.history.rawValue), "rows": context.rows.map { .number($0) } ?? .null,
      "triesOtherLineages": .bool(verification.options.triesOtherLineages),
    ]
    return sha256(JSONValue.object(ResultKey.settings(of: context).merging(judgement) { $1 }).canonical)
  }
}
