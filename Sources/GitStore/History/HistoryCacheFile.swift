internal import Digests

/// The commit graph for some paths, stored for later runs.
///
///     format, commits, parents, contents    one 8-byte word each
///     columns    ids, times, states, parent starts, parent positions, positions in the order of ids
///     contents   for each state and path a byte, and the id
///
/// Numbers are in the machine's byte order; on a machine with the other byte order the format number does not match.
struct HistoryCacheFile {
  private let file: StoredValues
  private let key: String
  private let pathCount: Int

  private static let format: UInt64 = 0x7363_6865_6d61_0003
  private static let unknown = UInt32.max

  /// - Parameter isFiltered: whether the states may come from the filters in Git's commit graph. Such a file does not count
  ///   as one of the other kind.
  init(in folder: CacheFolder, paths: [String], overrides: ParentOverrides, isFiltered: Bool) {
    let names = Array(paths.joined(separator: "\0").utf8)
    key = sha256(names + [0] + Array(overrides.text.utf8))
    pathCount = paths.count
    file = StoredValues(
      in: folder, "history", as: isFiltered ? "filtered history" : "history",
      file: sha256(names).prefix(16) + (isFiltered ? "-filtered" : ""))
  }

  // MARK: Reading

  /// The graph; `nil` if there is no usable file.
  func read() -> CommitGraph? {
    guard let stored = file.read().first, stored.key == key else { return nil }
    return stored.value.withUnsafeBytes { bytes in
      var reader = ColumnReader(bytes)
      guard let header: [UInt64] = reader.column(4), header[0] == Self.format,
        header[1...].allSatisfy({ $0 < UInt64(bytes.count) })
      else { return nil }
      let (commits, parents, contents) = (Int(header[1]), Int(header[2]), Int(header[3]))
      guard let ids = reader.ids(commits), let times: [Int64] = reader.column(commits),
        var states: [UInt32] = reader.column(commits),
        let parentStarts: [UInt32] = reader.column(commits + 1), let parentPositions: [UInt32] = reader.column(parents),
        let order: [UInt32] = reader.column(commits), var table = reader.contents(contents, paths: pathCount),
        reader.isAtEnd
      else { return nil }
      let isComplete = !states.contains(Self.unknown)
      if !isComplete {
        states = states.map { $0 == Self.unknown ? UInt32(table.count) : $0 }
        table.append(Array(repeating: .unknown, count: pathCount))
      }
      return CommitGraph(
        ids: ids, times: times, states: states, contents: table, parentStarts: parentStarts,
        parentPositions: parentPositions, order: order)
    }
  }

  // MARK: Writing

  /// Replaces the content of the file with the graph, which must be sorted.
  func write(_ graph: CommitGraph) {
    let isUnknown = graph.contents.map { $0.contains(.unknown) }
    var columns: [UInt8] = []
    columns.reserveCapacity(32 + graph.count * 48)
    columns.append(column: [
      Self.format, UInt64(graph.count), UInt64(graph.parentPositions.count), UInt64(graph.contents.count),
    ])
    columns.append(ids: graph.ids)
    columns.append(column: graph.times)
    columns.append(column: graph.states.map { isUnknown[Int($0)] ? Self.unknown : $0 })
    columns.append(column: graph.parentStarts)
    columns.append(column: graph.parentPositions)
    columns.append(column: graph.order)
    columns.append(contents: graph.contents.joined())
    file.write([(key, columns[...])])
  }
}
