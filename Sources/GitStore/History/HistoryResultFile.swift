internal import Digests

/// The history that an earlier run found from the same tips, stored for later runs.
///
///     format, states, steps, parents, packs, loose commits    one 8-byte word each
///     columns    packs, loose commits, commits with each state, steps: commits, states, lines, parent starts, parent states
///     contents   for each state and path a byte, and the id
///
/// Only a history without missing trees is stored. Numbers are in the machine's byte order; on a machine with the other
/// byte order the format number does not match.
struct HistoryResultFile {
  private let file: StoredValues
  /// The digest of the paths, the tips, the marked line and the parent overrides.
  private let key: String
  private let paths: [String]

  private static let format: UInt64 = 0x7363_6865_6d61_1002

  /// - Parameter isFiltered: whether the states may come from the filters in Git's commit graph.
  init(
    in folder: CacheFolder, paths: [String], tips: [ObjectID], line: ObjectID?, overrides: ParentOverrides,
    isFiltered: Bool
  ) {
    let parts = [
      paths.joined(separator: "\0"), tips.sorted().map(\.hex).joined(separator: " "), line?.hex ?? "", overrides.text,
    ]
    // With their lengths, different parts never have the same text.
    let text = parts.map { "\($0.utf8.count) \($0)\n" }.joined()
    key = sha256(Array(text.utf8))
    self.paths = paths
    file = StoredValues(
      in: folder, "history-results", as: isFiltered ? "filtered history result" : "history result",
      file: key.prefix(16) + (isFiltered ? "-filtered" : ""))
  }

  /// The history, and where its commits were; `nil` if there is no usable file.
  func read() -> (history: PathHistory, places: CommitPlaces)? {
    guard let stored = file.read().first, stored.key == key else { return nil }
    return stored.value.withUnsafeBytes { bytes in
      var reader = ColumnReader(bytes)
      guard let header: [UInt64] = reader.column(6), header[0] == Self.format,
        header[1...].allSatisfy({ $0 < UInt64(bytes.count) })
      else { return nil }
      let (states, steps, parents) = (Int(header[1]), Int(header[2]), Int(header[3]))
      guard let packs = reader.ids(Int(header[4])), let loose = reader.ids(Int(header[5])),
        let commits: [Int64] = reader.column(states), let ids = reader.ids(steps),
        let after: [UInt32] = reader.column(steps), let lines: [UInt8] = reader.column(steps),
        let starts: [UInt32] = reader.column(steps + 1), let before: [UInt32] = reader.column(parents),
        let contents = reader.contents(states, paths: paths.count), reader.isAtEnd,
        (after + before).allSatisfy({ $0 < states }), starts.first == 0, starts.last == UInt32(parents),
        zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 })
      else { return nil }
      let all = ids.indices.map { step in
        PathHistory.Step(
          commit: ids[step], after: contents[Int(after[step])],
          before: before[Int(starts[step])..<Int(starts[step + 1])].map { contents[Int($0)] },
          isOnLine: lines[step] == 1)
      }
      let counts = zip(contents, commits).map { (contents: $0, commits: Int($1)) }
      return (PathHistory(of: paths, steps: all, counts: counts), CommitPlaces(packs: packs, loose: loose))
    }
  }

  /// Replaces the content of the file.
  ///
  /// - Parameter places: where the commits of the history are.
  func write(_ history: PathHistory, places: CommitPlaces) {
    let contents = history.counts.map(\.contents)
    let numbers = Dictionary(contents.enumerated().map { ($1, UInt32($0)) }, uniquingKeysWith: { first, _ in first })
    func states(_ contents: [[PathHistory.Content]]) -> [UInt32]? {
      let states = contents.compactMap { numbers[$0] }
      return states.count == contents.count ? states : nil
    }
    let parents = history.steps.flatMap(\.before)
    // Every state is that of a reached commit, and so are those of parents.
    guard let after = states(history.steps.map(\.after)), let before = states(parents) else { return }
    var starts: [UInt32] = [0]
    for step in history.steps { starts.append((starts.last ?? 0) + UInt32(step.before.count)) }

    var columns: [UInt8] = []
    columns.append(column: [
      Self.format, UInt64(contents.count), UInt64(history.steps.count), UInt64(parents.count),
      UInt64(places.packs.count), UInt64(places.loose.count),
    ])
    columns.append(ids: places.packs)
    columns.append(ids: places.loose)
    columns.append(column: history.counts.map { Int64($0.commits) })
    columns.append(ids: history.steps.map(\.commit))
    columns.append(column: after)
    columns.append(column: history.steps.map { UInt8($0.isOnLine ? 1 : 0) })
    columns.append(column: starts)
    columns.append(column: before)
    columns.append(contents: contents.joined())
    file.write([(key, columns[...])])
  }
}
