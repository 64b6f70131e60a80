internal import Digests

/// The tips from which earlier runs found the history of some paths, the latest first, stored for later runs.
///
/// A fetch or a commit moves some tips by some commits, and most commits change none of the paths. The history then is that of
/// the former tips with more commits in it, and the commits before need not be looked at.
struct FormerTips {
  /// The tips of one run, and the one whose ancestors it marked.
  struct Tips: Equatable {
    let commits: [ObjectID]
    let line: ObjectID?
  }

  private let file: StoredValues
  /// A command that reads all references takes turns with one that reads `HEAD`.
  private static let capacity = 4

  init(in folder: CacheFolder, paths: [String], isFiltered: Bool) {
    let name = sha256(Array(paths.joined(separator: "\0").utf8)).prefix(16) + (isFiltered ? "-filtered" : "")
    file = StoredValues(
      in: folder, "history-tips", as: isFiltered ? "filtered former tips" : "former tips", file: String(name))
  }

  func read() -> [Tips] {
    file.read().compactMap { key, value in
      value.withUnsafeBytes { bytes in
        var reader = ColumnReader(bytes)
        return reader.ids(bytes.count / 20).map { Tips(commits: $0, line: ObjectID(hex: key)) }
      }
    }
  }

  /// Puts the tips before the others.
  func add(_ tips: Tips) {
    let all = [tips] + read().filter { $0 != tips }
    file.write(
      all.prefix(Self.capacity).map { tips in
        var ids: [UInt8] = []
        ids.append(ids: tips.commits)
        return (tips.line?.hex ?? "none", ids[...])
      })
  }
}
