internal import MigrationSources
internal import SQLiteData
internal import SQLiteSandbox

/// The state of a run between two steps.
struct RunCheckpoint {
  let database: DatabaseCheckpoint
  /// The migrations that have not run.
  let remaining: ArraySlice<Migration>
  let lineage: RowLineage?

  /// The same state in a run with another setting of foreign keys.
  func with(foreignKeys: Bool) -> RunCheckpoint {
    RunCheckpoint(database: database.with(foreignKeys: foreignKeys), remaining: remaining, lineage: lineage)
  }
}

/// States of a run at equal distances, from which a search for a step can begin. Their memory is limited: if they become
/// too large, the distance is doubled.
struct RunMilestones {
  /// The states, the earliest first. The start of the run is not one of them.
  private(set) var states: [RunCheckpoint] = []
  /// The number of steps between two states.
  private var distance = 8

  /// What the states may occupy, in bytes.
  private let largestSize: Int

  init(largestSize: Int = 32 << 20) { self.largestSize = largestSize }

  /// Whether the state after a number of steps is to be kept.
  func isDue(after count: Int) -> Bool { count > 0 && count % distance == 0 }

  /// Adds a state if there is one.
  mutating func add(_ state: RunCheckpoint?) {
    guard let state else { return }
    states.append(state)
    while states.reduce(0, { $0 + $1.database.size }) > largestSize { thin() }
  }

  /// Keeps each second state.
  private mutating func thin() {
    states = states.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    distance *= 2
  }

  /// The same states in a run with another setting of foreign keys.
  func with(foreignKeys: Bool) -> RunMilestones {
    var milestones = self
    milestones.states = states.map { $0.with(foreignKeys: foreignKeys) }
    return milestones
  }

  /// Those of a run that continues at one of its states.
  func before(_ state: RunCheckpoint) -> RunMilestones {
    var milestones = self
    milestones.states.removeAll { $0.remaining.count <= state.remaining.count }
    return milestones
  }
}
