internal import CanonicalJSON
internal import Digests
public import LedgerCore
internal import MigrationSources
internal import SQLiteSchema

/// One of several parts of a verification, for as many machines. Fixtures are sorted by what they are and dealt out in
/// turn, so that each machine sees the same parts, and their sizes differ by one at most.
public struct Shard: Sendable, Hashable, CustomStringConvertible {
  /// All of it.
  public static let whole = Shard(number: 1, count: 1)

  /// From 1.
  public let number: Int
  /// How many there are.
  public let count: Int

  private init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// Reads `2/5`; nil for anything else, and for a number that is not among those.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }), let number = Int(parts[0]),
      let count = Int(parts[1]), number >= 1, number <= count, count <= 10_000
    else { return nil }
    self.init(number: number, count: count)
  }

  /// `2/5`.
  public var description: String { "\(number)/\(count)" }

  /// The places of those that are in this part, in order.
  ///
  /// - Parameters:
  ///   - digests: what is dealt out.
  ///   - dealt: how many were dealt out before, of other databases.
  func places(of digests: [String], behind dealt: Int) -> [Int] {
    let sorted = digests.indices.sorted { (digests[$0], $0) < (digests[$1], $1) }
    return sorted.enumerated().filter { ($0.offset + dealt) % count == number - 1 }.map(\.element).sorted()
  }
}

extension Verification {
  /// What a shard has to tell, so that all of them together are one report.
  public struct Part: Sendable {
    /// Whether it is the only one.
    public internal(set) var isWhole = false
    /// Fixtures in all shards.
    public internal(set) var total = 0
    /// Of each outcome, its place among all of all databases.
    public internal(set) var places: [Int] = []
    /// The digest of the whole work, in the order of versions.
    public internal(set) var work = ""
    /// The digest of what moves fixtures forward, and where to.
    public internal(set) var target = ""
    /// What was found of the ledger, of history and of the source: the same in each shard.
    public internal(set) var ledger: [Finding] = []
    /// What the source says against itself: not told where a fixture of any shard tells it.
    public internal(set) var source: [Finding] = []
    /// Waivers that have expired: the same in each shard.
    public internal(set) var expired: [Finding] = []
    /// Waivers that nothing here has used. One that no shard has used is a finding.
    public internal(set) var unused: [Finding] = []
    /// What was found of each outcome's fixture.
    public internal(set) var fixtures: [[Finding]] = []
  }
}

extension Verification.Part {
  /// What one database's work looks like to a shard; the findings are put in when they are there.
  init(
    of work: [FixtureMigration], in shard: Shard, behind dealt: Int, upgradePath: FixtureMigration.UpgradePath?,
    target: FixtureMigration.UpgradeTarget, trials: JSONValue
  ) {
    let digests = work.map { step in
      step.destination.map { sha256(step.fixture.digest + " " + $0) } ?? step.fixture.digest
    }
    total = work.count
    isWhole = shard == .whole
    places = shard.places(of: digests, behind: dealt).map { $0 + dealt }
    self.work = sha256(digests.joined(separator: "\n"))
    self.target = ResultKey.target(upgradePath, target, trials: trials)
  }
}

extension FrozenFixture {
  /// The SHA-256 of what it is: its folder, the names and contents of its files, and the rows that are added.
  var digest: String {
    let names = files.keys.sorted()
    let rows = rowScript.map { [$0.digest] } ?? []
    return sha256(([folder] + names.flatMap { [$0, sha256(files[$0] ?? [])] } + rows).joined(separator: "\n"))
  }
}
