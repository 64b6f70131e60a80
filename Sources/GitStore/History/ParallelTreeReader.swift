internal import CLibgit2
internal import Dispatch

/// Reads root trees on background threads while the walk continues.
///
/// Nearly all of the time is spent on unpacking: commits must be read one after the other, because each names the next,
/// but trees can be read in any order. Therefore trees are handed over in batches. Trees that are neighbours in history
/// are deltas of each other, so each batch is read by one thread.
final class ParallelTreeReader {
  /// The number of trees in a batch.
  enum Batch: Int {
    /// For the few trees that are read if the filters of Git's commit graph are used.
    case small = 256
    case standard = 4096
  }
  /// The number of trees from which a second thread is worth its start. It has the bases of deltas in memory once more.
  private static let manyTrees = 8192

  private let batch: Int
  private let paths: [String]
  private let repository: Repository
  private var readers: [TreeReader] = []
  private var waiting: [ObjectID] = []
  private var turn = 0

  init(of paths: [String], in repository: Repository, batch: Batch = .standard) {
    self.batch = batch.rawValue
    self.paths = paths
    self.repository = repository
    waiting.reserveCapacity(self.batch)
  }

  func add(_ tree: ObjectID) throws {
    waiting.append(tree)
    guard waiting.count == batch else { return }
    if readers.count < (turn * batch < Self.manyTrees ? 1 : 2) {
      readers.append(TreeReader(of: paths, in: try repository.anotherDatabase()))
    }
    readers[turn % readers.count].startReading(waiting, turn: turn)
    turn += 1
    waiting.removeAll(keepingCapacity: true)
  }

  /// The content of the trees at the paths: the number of each tree's state, in the order of the calls of ``add(_:)``,
  /// and the content of each state.
  ///
  /// - Throws: ``GitError/corrupt(_:reason:)``.
  func finish() throws -> (states: [UInt32], contents: [[PathHistory.Content]]) {
    // Starting a thread for a few trees would take longer than to read them here.
    if readers.isEmpty { readers.append(TreeReader(of: paths, in: repository.database)) }
    readers[turn % readers.count].read(waiting, turn: turn)
    let results = readers.map { $0.finish() }
    if let failure = results.compactMap(\.failure).min(by: { $0.turn < $1.turn }) { throw failure.error }
    var numbers: [[PathHistory.Content]: UInt32] = [:]
    var contents: [[PathHistory.Content]] = []
    var batches = [[UInt32]](repeating: [], count: turn + 1)
    for result in results {
      let translation = result.contents.map { content in
        if let known = numbers[content] { return known }
        let number = UInt32(contents.count)
        contents.append(content)
        numbers[content] = number
        return number
      }
      for (turn, states) in result.batches { batches[turn] = states.map { translation[Int($0)] } }
    }
    return (Array(batches.joined()), contents)
  }
}

/// A worker of ``ParallelTreeReader``. Its state is accessed only on its queue.
private final class TreeReader: @unchecked Sendable {
  struct Result {
    var batches: [(turn: Int, states: [UInt32])] = []
    var contents: [[PathHistory.Content]] = []
    var failure: (turn: Int, error: GitError)?
  }

  private let queue = DispatchQueue(label: "schemaledger.trees", qos: .userInitiated)
  private let contents: PathContents
  private var result = Result()

  init(of paths: [String], in objects: ObjectDatabase) {
    contents = PathContents(of: paths, in: objects)
  }

  func startReading(_ trees: [ObjectID], turn: Int) {
    queue.async { self.readAll(trees, turn) }
  }

  func read(_ trees: [ObjectID], turn: Int) {
    queue.sync { readAll(trees, turn) }
  }

  func finish() -> Result {
    queue.sync {
      result.contents = contents.all
      return result
    }
  }

  private func readAll(_ trees: [ObjectID], _ turn: Int) {
    guard result.failure == nil else { return }
    do {
      var states: [UInt32] = []
      states.reserveCapacity(trees.count)
      for tree in trees { states.append(try contents.number(of: tree)) }
      result.batches.append((turn, states))
    } catch {
      result.failure = (turn, error)
    }
  }
}
