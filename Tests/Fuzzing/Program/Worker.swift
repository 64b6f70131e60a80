import Foundation

/// Reads inputs one after the other, and says in a file how far it is, so that whoever started it knows when it stops.
struct Worker: Sendable {
  let target: FuzzTarget
  let seed: Int
  let numbers: Range<Int>
  let place: String

  /// What the file holds.
  struct Progress: Codable {
    var number: Int
    var accepted = 0
    var slowestNumber = 0
    var slowestSeconds = 0.0
    var violations: [Int] = []
    var peakMemory = 0
  }

  func run() {
    onSmallStack {
      let seeds = target.seeds()
      var progress = Progress(number: numbers.lowerBound)
      let file = open(place + ".number", O_WRONLY | O_CREAT, 0o644)
      for number in numbers {
        var current = Int64(number)
        pwrite(file, &current, 8, 0)
        let input = target.input(number, seed: seed, seeds: seeds)
        let start = ContinuousClock.now
        do {
          if try target.read(input) { progress.accepted += 1 }
        } catch {
          say("\(target.name) \(number): \(error)")
          progress.violations.append(number)
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        if seconds > progress.slowestSeconds {
          (progress.slowestNumber, progress.slowestSeconds) = (number, seconds)
        }
        progress.number = number + 1
        if number % 1000 == 0 || number + 1 == numbers.upperBound || !progress.violations.isEmpty { save(progress) }
      }
    }
  }

  private func save(_ progress: Progress) {
    var progress = progress
    var usage = rusage()
    #if os(Linux)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      progress.peakMemory = usage.ru_maxrss >> 10
    #else
      getrusage(RUSAGE_SELF, &usage)
      progress.peakMemory = usage.ru_maxrss >> 20
    #endif
    try? JSONEncoder().encode(progress).write(to: URL(fileURLWithPath: place), options: .atomic)
  }
}
