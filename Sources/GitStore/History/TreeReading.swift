internal import CLibgit2
internal import Dispatch

/// Reads root trees while the walk goes on, on threads of their own.
///
/// Nearly all time goes into unpacking: of commits, which have to be read one after the other to know the next, and of
/// trees, which wait for nothing. So trees are handed over by the thousand. Neighbours in history are deltas of each
/// other, which is why a batch stays together.
final class TreeReading {
  private static let batch = 4096
  private static let threads = 2

  private let paths: [String]
  private let repository: Repository
  private var readers: [TreeReader] = []
  private var waiting: [ObjectID] = []
  private var turn = 0

  init(of paths: [String], in repository: Repository) {
    self.paths = paths
    self.repository = repository
    waiting.reserveCapacity(Self.batch)
  }

  func add(_ tree: ObjectID) throws {
    waiting.append(tree)
    guard waiting.count == Self.batch else { return }
    if readers.count < Self.threads {
      readers.append(TreeReader(of: paths, in: try repository.anotherDatabase()))
    }
    readers[turn % readers.count].startReading(waiting, turn: turn)
    turn += 1
    waiting.removeAll(keepingCapacity: true)
  }

  /// What the trees have at the paths: a number for each, in the order in which they were added, and what it means.
  ///
  /// - Throws: ``GitError/corrupt(_:reason:)``.
  func finish() throws -> (states: [UInt32], contents: [[PathHistory.Content]]) {
    // A few are read sooner than a thread has started.
    let own = TreeReader(of: paths, in: repository.database)
    own.read(waiting, turn: turn)
    let results = (readers + [own]).map { $0.finish() }
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

/// One thread of ``TreeReading``. What it has is touched on its queue alone.
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

extension Repository {
  /// The same objects for another thread.
  fileprivate func anotherDatabase() throws(GitError) -> ObjectDatabase {
    let another = try Handle(
      .openRepository, release: git_odb_free, acquire: { git_odb_open(&$0, commonDirectory + "/objects") })
    for folder in objectFolders {
      try git(.openRepository) { git_odb_add_disk_alternate(another.pointer, folder) }
    }
    return ObjectDatabase(handle: another, isPartialClone: isPartialClone)
  }
}
