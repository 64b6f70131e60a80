internal import GitStore

/// The versions whose `entry.json` each commit removed, by the ledger's folder: what a commit removed depends only on its id.
/// A value has the folder and the version of each entry, each ended by a null byte.
struct RemovedEntriesFile {
  private let file: StoredValues

  init(in folder: CacheFolder) { file = StoredValues(in: folder, "removed-entries", as: "removed entries 2") }

  /// By commit; empty if there is no usable file.
  func read() -> [ObjectID: [String: Set<String>]] {
    var removed: [ObjectID: [String: Set<String>]] = [:]
    for (key, value) in file.read() {
      guard let commit = ObjectID(hex: key) else { return [:] }
      let names = value.split(separator: 0, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      var entries: [String: Set<String>] = [:]
      for place in stride(from: 0, to: names.count - 1, by: 2) {
        entries[names[place], default: []].insert(names[place + 1])
      }
      removed[commit] = entries
    }
    return removed
  }

  /// Replaces the content of the file.
  func write(_ removed: [ObjectID: [String: Set<String>]]) {
    file.write(
      removed.sorted { $0.key < $1.key }.map { commit, entries in
        let names = entries.sorted { $0.key < $1.key }.flatMap { folder, versions in
          versions.sorted().flatMap { [folder, $0] }
        }
        return (commit.hex, names.flatMap { Array($0.utf8) + [0] }[...])
      })
  }
}
