/// Computes the merge bases of one commit with each of many others in one walk.
///
/// `git_merge_base` walks from both commits for each pair, so a branch that is years old costs a walk over years of the other
/// side. This is the same algorithm (`paint_down_to_common` in Git's commit-reach.c) with a bit for each of the others: the
/// walk takes the latest commit first, and a commit passes to its parents what reaches it. A commit that both sides reach is a
/// base, and what is below it is stale. The walk ends when all that waits is stale for all.
struct MergeBaseWalk {
  /// One bit for each of the others.
  typealias Tips = SIMD4<UInt64>

  /// The largest number of others in one walk.
  static let maximum = 256

  private struct Reach: Equatable {
    var isOurs = false
    var tips = Tips()
    /// The others for which the commit is below a base.
    var stale = Tips()
    var isWaiting = false
  }

  private let header: (ObjectID) throws(GitError) -> CommitHeader
  private var reached: [ObjectID: Reach] = [:]
  private var headers: [ObjectID: CommitHeader] = [:]
  private var waiting = LatestFirst()
  /// The number of waiting commits that are not stale for all.
  private var liveCount = 0
  private var all = Tips()

  init(header: @escaping (ObjectID) throws(GitError) -> CommitHeader) { self.header = header }

  /// - Parameter others: at most ``maximum``, without duplicates.
  /// - Returns: for each of the others, the common ancestors that are no ancestors of another common one, as far as the times
  ///   of commits tell: more than one must be compared with each other.
  mutating func bases(of commit: ObjectID, and others: [ObjectID]) throws(GitError) -> [[ObjectID]] {
    for index in others.indices { all |= Self.bit(index) }
    try reach(commit, Reach(isOurs: true))
    for (index, other) in others.enumerated() { try reach(other, Reach(tips: Self.bit(index))) }
    var candidates: [[ObjectID]] = Array(repeating: [], count: others.count)
    while liveCount > 0, let id = waiting.popLatest() {
      guard var reach = reached[id], let header = headers[id] else { continue }
      if isLive(reach) { liveCount -= 1 }
      reach.isWaiting = false
      reached[id] = reach
      if reach.isOurs {
        let new = reach.tips & ~reach.stale
        for index in others.indices where Self.has(index, new) && !candidates[index].contains(id) {
          candidates[index].append(id)
        }
        reach.stale |= reach.tips
      }
      for parent in header.parents { try self.reach(parent, reach) }
    }
    return candidates.enumerated().map { index, ids in
      ids.filter { !Self.has(index, reached[$0]?.stale ?? Tips()) }
    }
  }

  private mutating func reach(_ id: ObjectID, _ new: Reach) throws(GitError) {
    var reach = reached[id] ?? Reach()
    let before = reach
    reach.isOurs = reach.isOurs || new.isOurs
    reach.tips |= new.tips
    reach.stale |= new.stale
    guard reach != before else { return }
    if before.isWaiting, isLive(before) { liveCount -= 1 }
    if !before.isWaiting {
      if headers[id] == nil { headers[id] = try header(id) }
      waiting.insert(id, time: headers[id]?.time ?? 0)
    }
    reach.isWaiting = true
    if isLive(reach) { liveCount += 1 }
    reached[id] = reach
  }

  /// Whether a base may be at or below the commit.
  private func isLive(_ reach: Reach) -> Bool {
    reach.isOurs ? reach.stale != all : reach.tips & ~reach.stale != Tips()
  }

  private static func bit(_ index: Int) -> Tips {
    var tips = Tips()
    tips[index / 64] = 1 << UInt64(index % 64)
    return tips
  }

  private static func has(_ index: Int, _ tips: Tips) -> Bool { tips[index / 64] & (1 << UInt64(index % 64)) != 0 }
}

/// A heap of commits, of which the latest is taken first.
private struct LatestFirst {
  private var heap: [(time: Int64, id: ObjectID)] = []

  mutating func insert(_ id: ObjectID, time: Int64) {
    heap.append((time, id))
    var child = heap.count - 1
    while child > 0, heap[(child - 1) / 2].time < heap[child].time {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func popLatest() -> ObjectID? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first.id }
    heap[0] = last
    var parent = 0
    while true {
      let left = 2 * parent + 1
      guard left < heap.count else { break }
      let right = left + 1
      let child = right < heap.count && heap[right].time > heap[left].time ? right : left
      guard heap[child].time > heap[parent].time else { break }
      heap.swapAt(parent, child)
      parent = child
    }
    return first.id
  }
}
