internal import LedgerCore

/// How a fixture relates to today's ledger and source.
struct FixtureStanding: Sendable, Hashable {
  /// Whether today's ledger contains a fixture.
  enum Presence: Sendable {
    case present
    /// The ledger has different content for the same version.
    case replaced
    /// The ledger does not have the version. Only history has it.
    case absent
  }

  /// Whether the files of a fixture match the digests in its entry.
  enum Integrity: Sendable {
    /// The files have not been compared with the digests yet.
    case unchecked
    case intact
    case damaged
  }

  let presence: Presence
  let integrity: Integrity
  /// Whether the fixture has run migrations and today's source has none of them; see ``Lineage``.
  let isOfAnotherLineage: Bool
  /// Whether a fixture of another lineage is upgraded nevertheless, with all migrations whose ids it has not run.
  let triesOtherLineages: Bool
  /// Whether the fixture is not upgraded because it is of another lineage.
  var isLeftOut: Bool { isOfAnotherLineage && !triesOtherLineages }

  init(
    presence: Presence = .present, integrity: Integrity = .unchecked, isOfAnotherLineage: Bool = false,
    triesOtherLineages: Bool = false
  ) {
    self.presence = presence
    self.integrity = integrity
    self.isOfAnotherLineage = isOfAnotherLineage
    self.triesOtherLineages = triesOtherLineages
  }

  /// The standing after the files of `fixture` have been compared with its entry.
  func checked(_ fixture: FrozenFixture) -> FixtureStanding {
    guard integrity == .unchecked else { return self }
    return FixtureStanding(
      presence: presence, integrity: fixture.damage.isEmpty ? .intact : .damaged,
      isOfAnotherLineage: isOfAnotherLineage, triesOtherLineages: triesOtherLineages)
  }

  /// The standing of the same fixture on a path whose migrations it has run.
  var onOwnPath: FixtureStanding { FixtureStanding(presence: presence, integrity: integrity) }
}

extension FrozenFixture {
  /// Findings SL103: files that do not match the entry.
  var damage: [Finding] { EntryCheck(entry: entry, id: id, folder: folder, files: files).findings() }
}
