import Foundation

/// How much more time a piece of work takes for four times as much input: about 4 if the time is linear, 16 if it is
/// quadratic. It is the time of this thread on a processor, which other tests do not affect.
///
/// - Parameter prepare: makes the work for a number of inputs. Its own time does not count.
package func growth(from count: Int, _ prepare: (Int) throws -> () throws -> Void) rethrows -> Double {
  let times = try [count, 4 * count].map { count in
    let work = try prepare(count)
    return try (0..<3).map { _ in try processorTime(of: work) }.min() ?? 0
  }
  return times[1] / times[0]
}

private func processorTime(of work: () throws -> Void) rethrows -> Double {
  let start = processorTime()
  try work()
  return processorTime() - start
}

private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
