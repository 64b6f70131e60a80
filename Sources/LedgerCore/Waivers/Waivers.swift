public import GitStore
internal import LedgerEntries

/// The waivers of one ledger, as they stand in one snapshot: those that hold, and those whose time has passed.
public struct Waivers: Sendable {
  /// In the ledger's folder.
  public static let fileName = "waivers.yml"

  /// From the top of the repository; nothing need be there.
  public let path: String
  /// Those that hold, in the order of the file.
  public private(set) var current: [Waiver] = []
  /// Those whose version is frozen, or whose day has passed.
  public private(set) var expired: [Waiver] = []

  /// Reads `waivers.yml` beside the entries of the ledger at `ledger`; none where there is no such file.
  ///
  /// - Parameter today: what a waiver's day is held against; nil where none is, and no day passes.
  /// - Throws: `LedgerError.invalidWaivers` with the line, `GitError`.
  public init(at ledger: String, in snapshot: FileSnapshot, today: CalendarDay?) throws {
    path = ledger + "/" + Self.fileName
    let all = try Self.read(path, in: snapshot)
    guard !all.isEmpty else { return }
    let frozen = try Ledger(at: ledger, in: snapshot).items.map(\.entry.version)
    expired = all.filter { $0.isExpired(on: today, frozen: frozen) }
    current = all.filter { !$0.isExpired(on: today, frozen: frozen) }
  }

  /// The findings, those that are waived with their waiver.
  public func applied(to findings: [Finding]) -> [Finding] {
    guard !current.isEmpty else { return findings }
    return findings.map { finding in
      var finding = finding
      finding.waiver = current.first { $0.names(finding) }
      return finding
    }
  }

  /// The same, and an expired waiver is said where what it named is found again. For a gate: whether a commit is let
  /// through must not depend on the day alone.
  public func judged(_ findings: [Finding]) -> [Finding] {
    let met = expired.filter { waiver in findings.contains { waiver.names($0) } }
    return applied(to: findings) + met.map { .expired($0, at: path) }
  }

  /// Each waiver that has expired, as a finding.
  package var expirations: [Finding] { expired.map { .expired($0, at: path) } }

  /// Each waiver that names none of `findings`, as a finding; only those whose code is one of `codes` are looked at.
  package func unused(after findings: [Finding], seeking codes: Set<Finding.Code>) -> [Finding] {
    current.filter { waiver in codes.contains(waiver.code) && !findings.contains { waiver.names($0) } }
      .map { .unused($0, at: path) }
  }
}
