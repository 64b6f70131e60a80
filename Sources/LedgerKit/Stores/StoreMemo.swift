internal import Foundation

/// Answers for stores, by what decides them. Several threads may ask at the same time.
final class StoreMemo<Key: Hashable, Answer>: @unchecked Sendable {
  /// The largest number of answers that are kept.
  private let capacity = 4096
  /// Held for the answers, and for what makes them: ledgers have one repository.
  private let lock = NSLock()
  private var answers: [Key: Answer] = [:]

  /// The answer that has been made for a key.
  subscript(key: Key) -> Answer? { lock.withLock { answers[key] } }

  /// Runs `work` while no answer is made.
  func exclusively<Result>(_ work: () throws -> Result) rethrows -> Result { try lock.withLock(work) }

  /// Makes an answer, one thread after the other.
  ///
  /// - Parameter key: what decides the answer; `nil` not to keep it.
  func answer(for key: Key?, _ make: () throws -> Answer) rethrows -> Answer {
    try lock.withLock {
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
