public import GitStore
public import LedgerCore

/// Reads a repository that other processes may be changing.
///
/// References, `HEAD`, the index and the work tree cannot be read as of one moment. If one is read before a freeze and
/// another after it, an entry seems to be deleted. A reading without findings is accepted. One with findings is accepted
/// if nothing was changed meanwhile, or if the next reading has the same findings: what only seemed to be missing is
/// there by then. An error about an object is treated in the same way, because `git gc` replaces the packs.
///
/// While the index is locked, the branch may have a commit that the index does not have yet, however often both are read.
/// The same findings are then believed only after ``lockedReadings``, because a lock may have been left by a process that
/// was killed.
public struct SettledReading {
  private let repository: Repository
  private let folders: [String]

  /// How many times a repository is read that keeps changing.
  static let limit = 8
  /// How many readings with the same findings are believed while the index is locked.
  static let lockedReadings = 5
  /// The greatest pause between two readings, in milliseconds. The first is a twentieth of it, if the index is not locked.
  private static let longestPause = 200

  /// - Parameter folders: the folders of the work tree that are read.
  public init(repository: Repository, folders: [String]) {
    self.repository = repository
    self.folders = folders
  }

  /// The result of `read`, which is called again if it cannot be believed. It must read everything that may change, because
  /// the repository is compared with its state at the beginning of this call.
  ///
  /// - Parameter accusing: the findings in a result.
  /// - Throws: the errors of `read`, `LedgerError.keepsChanging`, `CancellationError`.
  public func value<Value>(
    accusing findings: (Value) -> [Finding], reading read: () async throws -> Value
  ) async throws -> Value {
    var former: Reading?
    var repetitions = 0
    for turn in 0..<Self.limit {
      let before = repository.fingerprint(of: folders)
      let result: Result<Value, any Error>
      do {
        result = .success(try await read())
      } catch let error as GitError where error.isAboutObject {
        result = .failure(error)
      }
      let reading = Reading(result, findings)
      if reading.accuses {
        let after = repository.fingerprint(of: folders)
        let isSettled = before == after && !after.isIndexLocked && !reading.isFailure
        repetitions = reading == former ? repetitions + 1 : 1
        guard isSettled || repetitions >= (after.isIndexLocked ? Self.lockedReadings : 2) else {
          former = reading
          try? repository.refreshObjects()
          let pause = after.isIndexLocked ? Self.longestPause : min(Self.longestPause, 10 << turn)
          try await Task.sleep(nanoseconds: UInt64(pause) * 1_000_000)
          continue
        }
      }
      return try result.get()
    }
    throw LedgerError.keepsChanging
  }
}

/// What a reading found to be wrong.
private struct Reading: Equatable {
  private let findings: [Finding]
  private let error: GitError?

  init<Value>(_ result: Result<Value, any Error>, _ findings: (Value) -> [Finding]) {
    switch result {
    case .success(let value): (self.findings, error) = (findings(value), nil)
    case .failure(let error): (self.findings, self.error) = ([], error as? GitError)
    }
  }

  var accuses: Bool { !findings.isEmpty || isFailure }
  var isFailure: Bool { error != nil }
}
