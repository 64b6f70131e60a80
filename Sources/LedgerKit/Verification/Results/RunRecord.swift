internal import CanonicalJSON
internal import Foundation
public import LedgerCore

extension Verification {
  /// What a run has found and tried for one database. The findings of a report, and what was not tried, are made from it
  /// alone, whether one run or the shards of a run have made it.
  public struct Record: Sendable, Hashable, Codable {
    /// The findings about the ledger, history and the source. Equal in each shard.
    public let ledger: [Finding]
    /// Contradictions within the source. One that an upgrade has too is left out. Equal in each shard.
    public let source: [Finding]
    /// Waivers that have expired. Equal in each shard.
    public let expired: [Finding]
    /// Waivers that the run has not used. A waiver that no shard has used is a finding.
    public let unused: [Finding]
    /// The upgrades of the run or the shard, in the order of versions.
    public let upgrades: [Upgrade]
    /// What could not be tried. Equal in each shard.
    public let limits: [TrialLimit]
    /// References that point to missing objects. Equal in each shard.
    public let brokenReferences: [String]

    /// What is known about one upgrade of one fixture.
    public struct Upgrade: Sendable, Hashable, Codable {
      /// The fixture's version.
      public let version: String
      /// The result in one word.
      public let result: FixtureOutcome.Result
      /// What was not judged because no row reaches it.
      public let notCovered: [NotCovered]
      /// The findings, with advice and waivers.
      public let findings: [Finding]

      /// Whether the fixture has reached its target, whatever the trials have found.
      public var hasArrived: Bool { result.hasArrived(with: findings) }
    }
  }
}

extension Verification.Record {
  /// One finding for each cause: those about the ledger and history, then those about fixtures, then those about waivers.
  ///
  /// - Parameter isWhole: whether no other shard can have used a waiver.
  public func findings(isWhole: Bool = true) -> [Finding] {
    // A fixture that leads to the same difference shows both.
    let contradictions = source.filter { finding in !upgrades.contains { $0.shows(finding) } }
    // A wrong digest is found in the tree and in history, and is reported once. The finding from history comes first and
    // names the commits.
    var seen: Set<Finding> = []
    let distinct = (ledger + contradictions + upgrades.flatMap(\.findings)).filter { finding in
      var finding = finding.setting(\.destination, to: nil)
      finding.commits = []
      return seen.insert(finding).inserted
    }
    return distinct.oneForEachCause + expired + (isWhole ? unused : [])
  }

  /// The record of a whole run, from those of its shards.
  ///
  /// - Parameter shards: the record of each shard, with the place of each of its upgrades among those of the run.
  /// - Returns: `nil` if there is no shard, or if the places do not fit.
  public init?(merging shards: [(record: Self, places: [Int])]) {
    guard let first = shards.first?.record, shards.allSatisfy({ $0.places.count == $0.record.upgrades.count }) else {
      return nil
    }
    let upgrades = shards.flatMap { zip($0.places, $0.record.upgrades) }.sorted { $0.0 < $1.0 }.map(\.1)
    // A waiver is unused if no shard has used it.
    let unused = first.unused.filter { waiver in shards.allSatisfy { $0.record.unused.contains(waiver) } }
    self.init(
      ledger: first.ledger, source: first.source, expired: first.expired, unused: unused, upgrades: upgrades,
      limits: first.limits, brokenReferences: first.brokenReferences)
  }
}

extension Verification.Record.Upgrade {
  /// Whether one of the findings, or several with different causes together, has the changes of `finding`.
  fileprivate func shows(_ finding: Finding) -> Bool {
    let own = findings.filter { [.schemaDiffers, .columnOrderDiffers].contains($0.code) }
    return findings.contains { $0.code == finding.code && $0.changes == finding.changes }
      || !finding.changes.isEmpty && Set(own.flatMap(\.changes)) == Set(finding.changes)
  }
}

extension Verification.Record {
  /// The record as a line of JSON, for the report of a shard. Equal records have equal texts.
  ///
  /// - Throws: `EncodingError` for a finding that `verify` cannot have.
  public func text() throws -> String {
    let encoder = JSONEncoder.storing
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Reads ``text()``; `nil` for any other text.
  public init?(text: String) {
    guard JSONValue.isDecodable(Array(text.utf8)),
      let record = try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
    else { return nil }
    self = record
  }
}
