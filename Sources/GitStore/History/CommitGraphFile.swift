/// Git's `objects/info/commit-graph` file: parents, root trees and times of commits, which can be read without
/// unpacking the commits, and filters of the paths that each commit has changed.
///
/// `git gc` writes the file. It is used as far as possible: commits with more than two parents, and commits that it
/// does not contain, are read as objects. A commit graph that is split into several files is not used.
/// <https://git-scm.com/docs/gitformat-commit-graph>
final class CommitGraphFile {
  private let file: MappedFile
  private let fanout: Int
  private let names: Int
  private let data: Int
  /// The number of commits.
  let count: Int
  /// Decides whether the file is accepted: a wrong parent or tree would blame somebody for what nobody did. The check is made
  /// only if the file has a commit that is to be read: the history cache knows most of them.
  private lazy var check = CommitGraphCheck(of: file, ids: names, count: count)
  private let filters: ChangedPathFilters?
  /// Whether filters are used.
  var isFiltered: Bool { filters != nil }
  /// All rows, if they were read at once.
  private var rows: [Row?] = []
  /// Whether each commit was read from this file.
  private var isTaken: [Bool]
  private static let rowLength = 20 + 16
  private static let noParent: UInt32 = 0x7000_0000
  private static let edges: UInt32 = 0x8000_0000

  /// What the file says of a commit, without its tree.
  struct Row {
    let time: Int64
    private let first, second: UInt32
    /// Whether a filter says that none of the paths differs from the first parent.
    let isUnchanged: Bool

    /// The positions of the parents. The second one is `nil` unless the commit is a merge.
    var parents: (first: Int?, second: Int?) {
      (first == CommitGraphFile.noParent ? nil : Int(first), second == CommitGraphFile.noParent ? nil : Int(second))
    }

    fileprivate init(time: Int64, first: UInt32, second: UInt32, isUnchanged: Bool) {
      self.time = time
      self.first = first
      self.second = second
      self.isUnchanged = isUnchanged
    }
  }

  /// Maps the file; `nil` if it does not exist or is not valid.
  ///
  /// - Parameter paths: the paths for which the filters are used, if the file has any.
  init?(in objects: String, filtering paths: [String] = []) {
    guard let file = try? MappedFile(opening: objects + "/info/commit-graph"), file.length >= 8 + 12,
      // "CGPH", version 1, SHA-1, and no base graphs, whose commits would precede these in the numbering.
      file.word(at: 0) == 0x4347_5048, file.byte(at: 4) == 1, file.byte(at: 5) == 1, file.byte(at: 7) == 0
    else { return nil }
    var chunks: [UInt32: Range<Int>] = [:]
    let chunkCount = Int(file.byte(at: 6))
    guard file.length >= 8 + (chunkCount + 1) * 12 else { return nil }
    for chunk in 0..<chunkCount {
      let row = 8 + chunk * 12
      let (start, end) = (file.long(at: row + 4), file.long(at: row + 16))
      guard start <= end, end <= UInt64(file.length) else { return nil }
      chunks[file.word(at: row)] = Int(start)..<Int(end)
    }
    // "OIDF", "OIDL" and "CDAT".
    guard let fanout = chunks[0x4f49_4446], let names = chunks[0x4f49_444c], let data = chunks[0x4344_4154],
      fanout.count == 256 * 4
    else { return nil }
    count = Int(file.word(at: fanout.lowerBound + 255 * 4))
    guard names.count == count * 20, data.count == count * Self.rowLength else { return nil }
    isTaken = Array(repeating: false, count: count)
    // "BIDX" and "BDAT".
    if let ends = chunks[0x4249_4458], let bits = chunks[0x4244_4154] {
      filters = ChangedPathFilters(in: file, ends: ends, data: bits, count: count, paths: paths)
    } else {
      filters = nil
    }
    self.file = file
    self.fanout = fanout.lowerBound
    self.names = names.lowerBound
    self.data = data.lowerBound
  }

  /// The commit at a position; `nil` if it has more than two parents, or if a position is not in the file.
  func row(at position: Int) -> Row? {
    guard let row = rows.isEmpty ? readRow(at: position) : rows[position] else { return nil }
    isTaken[position] = true
    return row
  }

  /// Reads all rows in the order of the file, and begins to check it. A walk needs the rows in another order, and would
  /// wait for memory at nearly every one.
  func readAllRows() {
    check.start()
    rows = (0..<count).map(readRow)
  }

  private func readRow(at position: Int) -> Row? {
    let start = data + position * Self.rowLength
    let (first, second) = (file.word(at: start + 20), file.word(at: start + 24))
    guard second & Self.edges == 0, first == Self.noParent || first < count, second == Self.noParent || second < count
    else { return nil }
    return Row(
      // "The first 2 bits of the lower 4 bytes … the 33rd and 34th bit of the commit time."
      time: Int64(file.word(at: start + 28) & 3) << 32 | Int64(file.word(at: start + 32)),
      first: first, second: second,
      // The filter of a root commit compares it with an empty tree.
      isUnchanged: first != Self.noParent && filters?.mayHaveChanged(at: position) == false)
  }

  /// The root tree of the commit at a position.
  func tree(at position: Int) -> ObjectID { file.id(at: data + position * Self.rowLength) }

  /// The id of the commit at a position.
  func id(at position: Int) -> ObjectID { file.id(at: names + position * 20) }

  /// The commits that were read from this file, in the order of their ids.
  var taken: [ObjectID] {
    var taken: [ObjectID] = []
    taken.reserveCapacity(count)
    for position in isTaken.indices where isTaken[position] { taken.append(id(at: position)) }
    return taken
  }

  /// The position of a commit; `nil` if the file does not have it, or is damaged.
  func position(of id: ObjectID) -> Int? {
    let first = Int(id.firstByte)
    var low = first == 0 ? 0 : Int(file.word(at: fanout + (first - 1) * 4))
    var high = min(count, Int(file.word(at: fanout + first * 4)))
    while low < high {
      let middle = (low + high) / 2
      let other = self.id(at: middle)
      if other == id { return check.isPassed ? middle : nil }
      if other < id { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
