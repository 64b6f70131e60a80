internal import Synchronization

/// Answers for stores, by what decides them. Several threads may ask at the same time.
final class StoreMemo<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
  /// The largest number of answers that are kept.
  private let capacity = 4096
  /// Held for the answers, and for what makes them: ledgers have one repository.
  private let answers = Mutex<[Key: Answer]>([:])

  /// The answer that has been made for a key.
  subscript(key: Key) -> Answer? { answers.withLock { $0[key] } }

  /// Runs `work` while no answer is made.
  func exclusively<Result: Sendable>(_ work: () throws -> Result) rethrows -> Result {
    try answers.withLock { _ in try work() }
  }

  /// Makes an answer, one thread after the other.
  ///
  /// - Parameter key: what decides the answer; `nil` not to keep it.
  func answer(for key: Key?, _ make: () throws -> Answer) rethrows -> Answer {
    try answers.withLock { answers in
      if let key, let known = answers[key] { return known }
      let answer = try make()
      if let key {
        if answers.count >= capacity { answers = [:] }
        answers[key] = answer
      }
      return answer
    }
  }
}
