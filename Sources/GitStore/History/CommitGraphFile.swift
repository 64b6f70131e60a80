internal import Digests

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
  private let count: Int
  /// Whether the file has the checksum that it states. A wrong parent or tree would blame somebody for what nobody did. It
  /// is computed only if the file has a commit that is to be read: the history cache knows most of them.
  private lazy var isWhole =
    sha1(UnsafeRawBufferPointer(rebasing: file.bytes.dropLast(20))) == Array(file.bytes.suffix(20))
  private let filters: ChangedPathFilters?
  /// Whether each commit was read from this file.
  private var isTaken: [Bool]
  private static let rowLength = 20 + 16
  private static let noParent: UInt32 = 0x7000_0000
  private static let edges: UInt32 = 0x8000_0000

  /// What the file says of a commit.
  enum Answer {
    /// The file does not contain the commit, or the commit has more than two parents.
    case nothing
    /// Its parents, root tree and time.
    case header
    /// The same, and that none of the paths differs from the first parent.
    case headerOfUnchanged
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

  /// Reads a commit.
  func read(_ id: ObjectID, into header: inout CommitHeader) -> Answer {
    guard let position = position(of: id), isWhole else { return .nothing }
    let row = data + position * Self.rowLength
    let parents = [file.word(at: row + 20), file.word(at: row + 24)]
    guard parents[1] & Self.edges == 0 else { return .nothing }
    header.id = id
    header.tree = file.id(at: row)
    header.parents.removeAll(keepingCapacity: true)
    for parent in parents where parent != Self.noParent {
      guard parent < count else { return .nothing }
      header.parents.append(file.id(at: names + Int(parent) * 20))
    }
    // "The first 2 bits of the lower 4 bytes … the 33rd and 34th bit of the commit time."
    isTaken[position] = true
    header.time = Int64(file.word(at: row + 28) & 3) << 32 | Int64(file.word(at: row + 32))
    // The filter of a root commit compares it with an empty tree.
    let isUnchanged = !header.parents.isEmpty && filters?.mayHaveChanged(at: position) == false
    return isUnchanged ? .headerOfUnchanged : .header
  }

  /// The commits that were read from this file, in the order of their ids.
  var taken: [ObjectID] { isTaken.indices.filter { isTaken[$0] }.map { file.id(at: names + $0 * 20) } }

  private func position(of id: ObjectID) -> Int? {
    let first = Int(id.firstByte)
    var low = first == 0 ? 0 : Int(file.word(at: fanout + (first - 1) * 4))
    var high = min(count, Int(file.word(at: fanout + first * 4)))
    while low < high {
      let middle = (low + high) / 2
      let other = file.id(at: names + middle * 20)
      if other == id { return middle }
      if other < id { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
