import Dispatch
package import Foundation

extension Process {
  /// Runs the process to its end, and returns what it wrote to `output`.
  ///
  /// On Linux, `waitUntilExit()` returns up to 50 ms after the end of the process, and `git` takes 2 ms.
  @discardableResult
  package func runToEnd(reading output: Pipe? = nil) throws -> Data {
    let ended = DispatchSemaphore(value: 0)
    terminationHandler = { _ in ended.signal() }
    try run()
    let data = output?.fileHandleForReading.readDataToEndOfFile() ?? Data()
    // On Linux, Foundation keeps a process with a termination handler, and its pipe. From some 1,350 open files on,
    // `run()` crashes.
    try output?.fileHandleForReading.close()
    ended.wait()
    return data
  }
}
