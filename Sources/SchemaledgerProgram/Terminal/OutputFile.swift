import GitStore
import LedgerCore
import Synchronization
import SystemCalls

/// A file for the output of a command that writes while it works. It gets its name when all is written, and until then what
/// had the name before is still there.
final class OutputFile: Sendable {
  private struct State {
    /// `nil` after the end.
    var file: FileWriting?
    var error: LedgerError?
  }

  private let name: String
  private let state: Mutex<State>

  /// Begins to write. Devices, pipes and the targets of symbolic links get what is written; they are not replaced.
  ///
  /// - Parameter name: the path that the user gave.
  /// - Throws: `LedgerError.file`.
  init(at path: String, named name: String) throws(LedgerError) {
    self.name = name
    do {
      state = Mutex(State(file: try FileWriting(to: path)))
    } catch {
      throw .file(path: name, reason: error.reason)
    }
  }

  /// Removes the file if it was not finished.
  deinit { state.withLock { $0.file?.abandon() } }

  /// Whether nothing more needs to be written, because writing has failed. ``finish()`` throws the error.
  var hasFailed: Bool { state.withLock { $0.error != nil } }

  /// A terminal whose output goes to the file, without colours. Messages go to standard error.
  func terminal(isQuiet: Bool) -> Terminal {
    Terminal(isQuiet: isQuiet) { self.write($0) }
  }

  private func write(_ text: String) {
    state.withLock { state in
      guard state.error == nil else { return }
      do throws(SystemCallError) {
        try state.file?.write(Array(text.utf8))
      } catch {
        state.error = .file(path: name, reason: error.reason)
      }
    }
  }

  /// Gives the file its name.
  ///
  /// - Throws: `LedgerError.file`, also for an earlier failure to write.
  func finish() throws {
    try MemoryShortage.check()
    try state.withLock { state in
      if let error = state.error { throw error }
      do throws(SystemCallError) {
        try state.file?.finish()
      } catch {
        throw LedgerError.file(path: name, reason: error.reason)
      }
      state.file = nil
    }
  }
}
