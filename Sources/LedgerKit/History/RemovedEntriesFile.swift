internal import GitStore

/// A cache file: the versions whose `entry.json` each commit removed, by the ledger's folder. It is `removed-entries` in
/// the ``CacheFolder``, which decides whether the file is accepted.
///
/// What a commit removed depends only on its id. For each commit, the file has the id, the number of entries, and the folder
/// and the version of each entry. A null byte ends each of these.
struct RemovedEntriesFile {
  private let folder: CacheFolder

  private static let name = "removed-entries"
  private static let kind = "removed entries 1"

  init(in folder: CacheFolder) { self.folder = folder }

  /// By commit; empty if there is no usable file.
  func read() -> [ObjectID: [String: Set<String>]] {
    guard let content = folder.read(Self.name, as: Self.kind) else { return [:] }
    var names = content.split(separator: 0, omittingEmptySubsequences: false).makeIterator()
    func next() -> String? { names.next().map { String(decoding: $0, as: UTF8.self) } }
    var removed: [ObjectID: [String: Set<String>]] = [:]
    while let commit = next().flatMap({ ObjectID(hex: $0) }) {
      guard let count = next().flatMap({ Int($0) }) else { return [:] }
      var entries: [String: Set<String>] = [:]
      for _ in 0..<max(0, count) {
        guard let folder = next(), let version = next() else { return [:] }
        entries[folder, default: []].insert(version)
      }
      removed[commit] = entries
    }
    return removed
  }

  /// Replaces the content of the file.
  func write(_ removed: [ObjectID: [String: Set<String>]]) {
    var names: [String] = []
    for (commit, entries) in removed.sorted(by: { $0.key < $1.key }) {
      let all = entries.sorted { $0.key < $1.key }.flatMap { folder, versions in
        versions.sorted().flatMap { [folder, $0] }
      }
      names += [commit.hex, String(all.count / 2)] + all
    }
    folder.write([names.flatMap { Array($0.utf8) + [0] }], to: Self.name, as: Self.kind)
  }
}
