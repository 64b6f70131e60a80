internal import CanonicalJSON
internal import Digests
internal import LedgerCore
internal import MigrationSources
internal import SQLiteSchema

/// One of several parts of a verification, each for one machine. The upgrades are sorted by digest and dealt out in turn, so
/// that every machine computes the same parts, and their sizes differ by at most one.
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

  /// The indices of the digests in this part, in order.
  ///
  /// - Parameters:
  ///   - digests: the upgrades to deal out.
  ///   - dealt: the number of upgrades of other databases that were dealt out before.
  func places(of digests: [String], behind dealt: Int) -> [Int] {
    let sorted = digests.indices.sorted { (digests[$0], $0) < (digests[$1], $1) }
    return sorted.enumerated().filter { ($0.offset + dealt) % count == number - 1 }.map(\.element).sorted()
  }
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

  /// The share in a verification that has stopped before its plan.
  static let nothing = ShardShare(isWhole: false, total: 0, places: [], work: "", target: "", settings: "")

  private init(isWhole: Bool, total: Int, places: [Int], work: String, target: String, settings: String) {
    self.isWhole = isWhole
    self.total = total
    self.places = places
    self.work = work
    self.target = target
    self.settings = settings
  }

  /// - Parameters:
  ///   - dealt: the number of upgrades of other databases that were dealt out before.
  ///   - verification: the options and the configuration.
  init(of plan: VerificationPlan, in shard: Shard, behind dealt: Int, for verification: Verification) {
    let digests = plan.upgrades.map { upgrade in
      upgrade.target.version.map { sha256(upgrade.fixture.digest + " " + $0) } ?? upgrade.fixture.digest
    }
    self.init(
      isWhole: shard == .whole, total: digests.count,
      places: shard.places(of: digests, behind: dealt).map { $0 + dealt },
      work: sha256(digests.joined(separator: "\n")), target: ResultKey.target(plan),
      settings: Self.settings(of: plan.context, verification))
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

extension FrozenFixture {
  /// The SHA-256 of the fixture's folder, of the names and contents of its files, and of its custom rows.
  var digest: String {
    let names = files.keys.sorted()
    return sha256(
      ([folder] + names.flatMap { [$0, sha256(files[$0] ?? [])] } + rowDigests).joined(separator: "\n"))
  }
}
