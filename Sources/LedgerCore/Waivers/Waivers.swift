public import GitStore
internal import LedgerEntries

/// The waivers of one ledger in one snapshot, current and expired.
public struct Waivers: Sendable {
  /// The file's name in the ledger's folder.
  public static let fileName = "waivers.yml"

  /// The path from the top of the repository. The file may not exist.
  public let path: String
  /// The current waivers, in the order of the file.
  public private(set) var current: [Waiver] = []
  /// The waivers whose version has been frozen, or whose day has passed.
  public private(set) var expired: [Waiver] = []

  /// Reads `waivers.yml` in the folder of the ledger at `ledger`. Empty if the file does not exist.
  ///
  /// - Parameter today: the day on which a waiver's expiry is checked, or `nil` if waivers do not expire.
  /// - Throws: `LedgerError.invalidWaivers` with the line, `GitError`.
  public init(at ledger: String, in snapshot: FileSnapshot, today: CalendarDay?) throws {
    path = ledger + "/" + Self.fileName
    let all = try Self.read(path, in: snapshot)
    guard !all.isEmpty else { return }
    let frozen = try Ledger(at: ledger, in: snapshot).items.map(\.entry.version)
    expired = all.filter { $0.isExpired(on: today, frozen: frozen) }
    current = all.filter { !$0.isExpired(on: today, frozen: frozen) }
  }

  /// The findings, with the waivers that apply to them.
  public func applied(to findings: [Finding]) -> [Finding] {
    guard !current.isEmpty else { return findings }
    return findings.map { finding in
      var finding = finding
      finding.waiver = current.first { $0.names(finding) }
      if finding.waiver == nil, !finding.waiverKeys.isEmpty {
        let broad = current.first { $0.code == finding.code && $0.namesNoPlace }
        finding.broadWaiver = broad.map { path + ($0.line.map { ":\($0)" } ?? "") }
      }
      return finding
    }
  }

  /// Does the same as ``applied(to:)``, and adds a finding for each expired waiver whose finding occurs again. For a
  /// gate, which must not reject a commit only because a day has passed.
  public func judged(_ findings: [Finding]) -> [Finding] {
    let met = expired.filter { waiver in findings.contains { waiver.names($0) } }
    return applied(to: findings) + met.map { .forExpired($0, at: path) }
  }

  /// A finding for each expired waiver.
  package var expirations: [Finding] { expired.map { .forExpired($0, at: path) } }

  /// A finding for each waiver that applies to none of `findings`, or not for each of its versions. Only waivers with one of
  /// `codes` are checked.
  package func unused(after findings: [Finding], seeking codes: Set<Finding.Code>) -> [Finding] {
    current.filter { codes.contains($0.code) }.compactMap { waiver in
      let alike = findings.filter { $0.code == waiver.code }
      guard alike.contains(where: waiver.names) else {
        let keys = alike.filter { $0.waiver == nil }.map(\.waiverKeys).uniqued.prefix(3)
        return .forUnused(waiver, at: path, keys: Array(keys))
      }
      var rest = waiver
      rest.versions = waiver.versions.filter { version in !alike.contains(where: waiver.only(version).names) }
      return rest.versions.isEmpty ? nil : .forUnused(rest, at: path, isPartial: true)
    }
  }
}
