internal import Findings
public import GitStore
public import LedgerEntries

/// The names by which commands know the frozen versions. Every argument that is a version is read here, so that a version,
/// its tag and `latest` mean the same everywhere.
public struct VersionNames {
  /// The word for the last frozen version.
  public static let latest = "latest"
  /// The word that stands for a name in the advice of commands, and is copied with it.
  public static let placeholder = "VERSION"

  /// A frozen version with its tags.
  private struct Known {
    let name: String
    /// The tags that its entry records.
    var tags: [String] = []
    /// The commit from which it was read, if that was an earlier one.
    var commit: ObjectID?
  }

  /// What a text may mean.
  private struct Meaning: Hashable {
    let name: String
    /// A clause such as `its tag`.
    let reason: String
  }

  private let known: [Known]
  private let last: String?
  private let repository: Repository?
  private let ledger: String?

  /// - Parameter repository: the repository whose tags are names as well.
  public init(of ledger: Ledger, in repository: Repository?) {
    self.init(ledger.items.map(\.entry), last: ledger.latest?.entry.version.name, ledger: ledger.path, repository)
  }

  /// - Parameters:
  ///   - entries: those of the ledger and of its history, oldest version first.
  ///   - unreadable: versions whose entries cannot be read.
  ///   - last: the version that ``latest`` means.
  ///   - ledger: the ledger's folder.
  package init(
    _ entries: [Entry], unreadable: [String] = [], last: String?, ledger: String, _ repository: Repository?
  ) {
    known =
      entries.map { Known(name: $0.version.name, tags: $0.tags, commit: $0.commitID) }
      + unreadable.map { Known(name: $0) }
    (self.last, self.repository, self.ledger) = (last, repository, ledger)
  }

  /// Names of versions that have no entries.
  package init(names: [String], last: String?) {
    known = names.map { Known(name: $0) }
    (self.last, repository, ledger) = (last, nil, nil)
  }

  /// All names: those of the versions, oldest first, and those of the tags.
  package var all: [String] { (known.map(\.name) + tags).uniqued }

  /// The tags that entries record.
  package var tags: [String] { known.flatMap(\.tags).uniqued }

  /// The version that the text names, or `nil` if it names none.
  ///
  /// A name that is equal to a version's means that version, and `latest` the last one. Otherwise the text is compared with
  /// versions and tags without regard to a `v` before the number, and with the tags of the commits that froze a version or
  /// from which it was read.
  ///
  /// - Throws: `LedgerError.ambiguousVersion`, `GitError`.
  public func version(named text: String) throws -> String? {
    if known.contains(where: { $0.name == text }) { return text }
    if text == Self.latest { return last }
    let meanings = (spellings(of: text) + (try taggedVersions(text))).uniqued
    let names = meanings.map(\.name).uniqued
    if names.count > 1 {
      throw LedgerError.ambiguousVersion(name: text, meanings: meanings.map { "\($0.name)  (\($0.reason))" })
    }
    return names.first
  }

  /// The version that the text names.
  ///
  /// - Throws: `LedgerError.nothingFrozen`, `.unknownVersion`, `.ambiguousVersion`, `EntryError.invalidVersion`, `GitError`.
  public func require(_ text: String) throws -> String {
    if let name = try version(named: text) { return name }
    if text == Self.latest, known.isEmpty { throw LedgerError.nothingFrozen }
    let names = known.map(\.name).uniqued
    let inTag = try tagged(text).flatMap { commit in try entries(at: commit)?.latest?.entry.version.name }
    let last = inTag.flatMap { names.contains($0) ? $0 : nil }
    if last == nil, NearMiss.versions(of: text, among: all).isEmpty { _ = try Version(text) }
    throw LedgerError.unknownVersion(name: text, known: names, tags: tags, inTag: last)
  }

  private func spellings(of text: String) -> [Meaning] {
    let bare = Version.bareName(of: text)
    return known.flatMap { version in
      let ownName = Version.bareName(of: version.name) == bare ? [Meaning(name: version.name, reason: "its name")] : []
      return ownName
        + version.tags.filter { Version.bareName(of: $0) == bare }
        .map { Meaning(name: version.name, reason: "its tag \($0)") }
    }
  }

  /// The versions that were read from the tagged commit, or the one that this commit froze.
  private func taggedVersions(_ text: String) throws -> [Meaning] {
    guard let commit = try tagged(text) else { return [] }
    let read = known.filter { $0.commit == commit }.map {
      Meaning(name: $0.name, reason: "read from the tagged commit")
    }
    if !read.isEmpty { return read }
    guard let after = try entries(at: commit) else { return [] }
    let parent = try repository?.commitHeader(commit).parents.first
    let before = Set(try parent.flatMap(entries)?.items.map(\.entry.version) ?? [])
    let names = after.items.map(\.entry.version).filter { !before.contains($0) }.map(\.name)
    guard names.count == 1, let name = names.first, known.contains(where: { $0.name == name }) else { return [] }
    return [Meaning(name: name, reason: "frozen by the tagged commit")]
  }

  /// The commit to which the tag of this name points.
  private func tagged(_ text: String) throws(GitError) -> ObjectID? {
    // Git allows no name with a colon, a caret or a tilde, which would follow the tag as in a revision.
    guard let repository, text.allSatisfy({ !":^~@{\\ ".contains($0) }), !text.isEmpty else { return nil }
    do {
      return try repository.resolve("refs/tags/" + text)
    } catch .unknownRevision(_) {
      return nil
    }
  }

  /// The ledger in a commit; `nil` if it cannot be read there.
  private func entries(at commit: ObjectID) throws -> Ledger? {
    guard let repository, let ledger else { return nil }
    return try? Ledger(at: ledger, in: repository.snapshot(.commit(commit)))
  }
}

extension Ledger {
  /// The entry that an argument of a command names; see ``VersionNames/version(named:)``.
  ///
  /// - Parameter repository: the repository whose tags are names as well.
  /// - Throws: `LedgerError.unknownVersion`, `.ambiguousVersion`, `.nothingFrozen`, `.entry`, `GitError`.
  public func require(_ text: String, in repository: Repository? = nil) throws -> Item {
    let names = VersionNames(of: self, in: repository)
    if let name = try names.version(named: text), let item = items.first(where: { $0.entry.version.name == name }) {
      return item
    }
    // An entry that cannot be read is frozen nevertheless.
    if let broken = broken.first(where: { $0.folder == Self.fixturesFolder(of: path) + "/" + text }) {
      throw LedgerError.entry(broken.error)
    }
    if let withdrawal = withdrawal(named: text) {
      throw LedgerError.withdrawal(
        .isWithdrawn(version: withdrawal.entry.version.name, reason: withdrawal.reason))
    }
    _ = try names.require(text)
    throw LedgerError.nothingFrozen
  }
}
