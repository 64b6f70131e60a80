import Foundation

/// Runs work on a small stack. Every thread but the main one has 512 kB on macOS; frames that are not optimised are
/// several times as large.
func onSmallStack(kilobytes: Int = 512, _ work: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    work()
    done.signal()
  }
  thread.stackSize = kilobytes << 10
  thread.start()
  done.wait()
}
