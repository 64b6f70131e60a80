import Foundation
import GitStore
import LedgerCore
import Synchronization
import SystemCalls

/// A file for the output of a command that writes while it works. It gets its name when all is written, and until then what
/// had the name before is still there.
final class OutputFile: Sendable {
  private struct State {
    var handle: FileHandle?
    var error: LedgerError?
  }

  private let path: String
  private let name: String
  private let partialPath: String
  private let state: Mutex<State>

  /// Creates a file beside `path`.
  ///
  /// - Parameter name: the path that the user gave.
  /// - Throws: `LedgerError.file`.
  init(at path: String, named name: String) throws(LedgerError) {
    self.path = path
    self.name = name
    partialPath = path + "." + UUID().uuidString.prefix(8) + ".part"
    let descriptor = open(partialPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .file(path: name, reason: SystemCallError().reason) }
    state = Mutex(State(handle: FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)))
  }

  /// Removes the file if it was not finished.
  deinit { if state.withLock({ $0.handle != nil }) { unlink(partialPath) } }

  /// Whether nothing more needs to be written, because writing has failed. ``finish()`` throws the error.
  var hasFailed: Bool { state.withLock { $0.error != nil } }

  /// A terminal whose output goes to the file, without colours. Messages go to standard error.
  func terminal(isQuiet: Bool) -> Terminal {
    Terminal(isQuiet: isQuiet) { self.write($0) }
  }

  private func write(_ text: String) {
    state.withLock { state in
      guard state.error == nil else { return }
      do {
        try state.handle?.write(contentsOf: Data(text.utf8))
      } catch {
        state.error = .file(path: name, error: error)
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
      do {
        try state.handle?.close()
      } catch {
        throw LedgerError.file(path: name, error: error)
      }
      guard rename(partialPath, path) == 0 else {
        throw LedgerError.file(path: name, reason: SystemCallError().reason)
      }
      state.handle = nil
    }
  }
}
