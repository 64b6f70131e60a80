internal import GitStore
internal import LedgerCore
public import LedgerEntries

extension Freeze {
  /// The version that `text` names: the frozen one if only a `v` before the number differs, otherwise a new one.
  ///
  /// - Throws: `LedgerError.reservedVersion`, `.ambiguousVersion`, `EntryError.invalidVersion`, `GitError`.
  public func version(named text: String) throws -> Version {
    let version = try Version(text)
    let head = try repository.head.commit.map { try repository.snapshot(.commit($0)) }
    let folder = Ledger.fixturesFolder(of: configuration.ledger)
    let frozen = try [head, repository.snapshot(.workTree)].compactMap { $0 }
      .flatMap { try $0.list(folder) ?? [] }.filter(\.isFolder).map(\.name)
    if frozen.contains(text) { return version }
    if text == VersionNames.latest || text == VersionNames.placeholder { throw LedgerError.reservedVersion(name: text) }
    return try VersionNames(names: frozen.uniqued, last: nil).version(named: text).map { try Version($0) } ?? version
  }
}
