internal import Digests
internal import Dispatch

/// Checks that a commit-graph file has the checksum that it states, and that its ids are sorted.
///
/// The check runs on another thread, because it takes about as long as reading all rows.
final class CommitGraphCheck: @unchecked Sendable {
  private let file: MappedFile
  private let ids: Int
  private let count: Int
  private let done = DispatchGroup()
  private var isStarted = false
  /// Written before, and read after, the group is done.
  private var result = false

  /// - Parameters:
  ///   - ids: the offset of the table of ids.
  ///   - count: the number of ids.
  init(of file: MappedFile, ids: Int, count: Int) {
    self.file = file
    self.ids = ids
    self.count = count
  }

  /// Begins the check, unless it has begun.
  func start() {
    if isStarted { return }
    isStarted = true
    DispatchQueue.global(qos: .userInitiated).async(group: done) { self.result = self.passes() }
  }

  /// The result. Waits for it.
  var isPassed: Bool {
    start()
    done.wait()
    return result
  }

  private func passes() -> Bool {
    func id(_ position: Int) -> ObjectID { file.id(at: ids + position * 20) }
    return sha1(UnsafeRawBufferPointer(rebasing: file.bytes.dropLast(20))) == Array(file.bytes.suffix(20))
      && (1..<max(1, count)).allSatisfy { id($0 - 1) < id($0) }
  }
}
