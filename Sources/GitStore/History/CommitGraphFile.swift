internal import Digests

/// Git's `objects/info/commit-graph` file: parents, root trees and times of commits, which can be read without
/// unpacking the commits.
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
  /// Whether each commit was read from this file.
  private var isTaken: [Bool]
  private static let rowLength = 20 + 16
  private static let noParent: UInt32 = 0x7000_0000
  private static let edges: UInt32 = 0x8000_0000

  /// Maps the file; `nil` if it does not exist or is not valid.
  init?(in objects: String) {
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
    self.file = file
    self.fanout = fanout.lowerBound
    self.names = names.lowerBound
    self.data = data.lowerBound
  }

  /// Reads a commit. Returns false if the file does not contain it, or if it has more than two parents.
  func read(_ id: ObjectID, into header: inout CommitHeader) -> Bool {
    guard let position = position(of: id), isWhole else { return false }
    let row = data + position * Self.rowLength
    let parents = [file.word(at: row + 20), file.word(at: row + 24)]
    guard parents[1] & Self.edges == 0 else { return false }
    header.id = id
    header.tree = file.id(at: row)
    header.parents.removeAll(keepingCapacity: true)
    for parent in parents where parent != Self.noParent {
      guard parent < count else { return false }
      header.parents.append(file.id(at: names + Int(parent) * 20))
    }
    // "The first 2 bits of the lower 4 bytes … the 33rd and 34th bit of the commit time."
    isTaken[position] = true
    header.time = Int64(file.word(at: row + 28) & 3) << 32 | Int64(file.word(at: row + 32))
    return true
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
