import Foundation

/// Runs work that waits for child processes on threads of its own.
///
/// Swift Testing has one thread for each core. If these threads waited, the cores would be idle while a child process
/// starts, ends or waits itself.
enum BlockingWork {
  private static let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 2 * ProcessInfo.processInfo.activeProcessorCount
    return queue
  }()

  /// - Parameter body: must not record issues, since its thread does not know the current test.
  static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.addOperation { continuation.resume(with: Swift.Result(catching: body)) }
    }
  }
}
