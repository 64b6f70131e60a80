public import Findings
public import LedgerEntries
internal import SQLiteSyntax

/// A finding that people have accepted: which one, why, and for how long. One item of `waivers.yml`.
public struct Waiver: Sendable, Hashable, Codable {
  /// How long it holds.
  public enum Limit: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Until this version, or a later one, is frozen.
    case version(Version)
    /// To the end of this day, in UTC.
    case day(CalendarDay)

    /// As it stands in the file.
    public var description: String {
      switch self {
      case .version(let version): version.name
      case .day(let day): day.description
      }
    }
  }

  /// The kind of finding; one that ``Finding/Code/isWaivable``.
  public let code: Finding.Code
  /// The frozen versions of which the finding may name one; empty for any.
  public var versions: [Version] = []
  /// The path that it names.
  public var path: String?
  /// The table, index, view or trigger that it names.
  public var object: String?
  /// The column of ``object`` that it names.
  public var column: String?
  /// Why it is accepted; never empty.
  public let reason: String
  /// Nil for as long as the finding is there.
  public var limit: Limit?
  /// Where it begins in its file, from 1.
  public var line: Int?

  /// A waiver of findings of `code` that name no place; its other properties can be set later.
  init(_ code: Finding.Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// Whether it names this finding: what it says is as the finding has it, and what it does not say is open. One that says
  /// nothing but a code is for findings that have no place, not for all there are.
  ///
  /// Names of tables and columns are compared as SQLite does, without regard to ASCII letter case.
  func names(_ finding: Finding) -> Bool {
    guard finding.code == code else { return false }
    if namesNoPlace { return finding.version == nil && finding.path == nil && finding.object == nil }
    return (versions.isEmpty || names(version: finding.version)) && (path == nil || path == finding.path)
      && (object == nil || object?.identifier == finding.object?.identifier)
      && (column == nil || column?.identifier == finding.column?.identifier)
  }

  /// Whether it says nothing but a code.
  var namesNoPlace: Bool { versions.isEmpty && path == nil && object == nil }

  private func names(version: String?) -> Bool {
    version.map { name in versions.contains { $0.isSame(as: name) } } ?? false
  }

  /// The waiver for one of its versions alone.
  func only(_ version: Version) -> Waiver {
    var waiver = self
    waiver.versions = [version]
    return waiver
  }

  /// Whether its time has passed.
  ///
  /// - Parameters:
  ///   - today: nil where no day counts.
  ///   - frozen: all versions in the ledger.
  func isExpired(on today: CalendarDay?, frozen: [Version]) -> Bool {
    switch limit {
    case nil: false
    case .version(let version): frozen.contains { $0 >= version }
    case .day(let day): today.map { $0 > day } ?? false
    }
  }
}
