import Foundation

/// Runs workers until a target has had all its inputs. A worker that dies or hangs is a find: its input is kept, and the
/// next one goes on behind it.
struct Supervisor {
  let target: FuzzTarget
  let seed: Int
  let count: Int

  /// Seconds that an input may take.
  private static let busyTimeout = 20.0

  /// - Returns: the number of inputs that failed.
  func run() -> Int {
    let place = NSTemporaryDirectory() + "fuzz-\(target.name)-\(ProcessInfo.processInfo.processIdentifier)"
    defer { for name in [place, place + ".number"] { try? FileManager.default.removeItem(atPath: name) } }
    let start = ContinuousClock.now
    var (next, accepted, peak) = (0, 0, 0)
    var slowest = (number: 0, seconds: 0.0)
    var failed: [Int] = []
    while next < count {
      let reason = work(from: next, place)
      if let data = FileManager.default.contents(atPath: place),
        let progress = try? JSONDecoder().decode(Worker.Progress.self, from: data)
      {
        accepted += progress.accepted
        peak = max(peak, progress.peakMemory)
        if progress.slowestSeconds > slowest.seconds { slowest = (progress.slowestNumber, progress.slowestSeconds) }
        failed += progress.violations
      }
      guard let reason else { break }
      let number = Self.number(in: place)
      say("\(target.name) \(number): \(reason)")
      failed.append(number)
      next = number + 1
    }
    for number in failed { keep(number) }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let rate = Int(Double(count) / max(seconds, 0.001))
    say(
      "\(target.name): \(count) inputs, \(accepted) accepted, \(rate)/s, \(failed.count) failed, slowest "
        + "\(Int(slowest.seconds * 1000)) ms (\(slowest.number)), \(peak) MB")
    return failed.count
  }

  /// - Returns: why the worker stopped before the end.
  private func work(from first: Int, _ place: String) -> String? {
    try? FileManager.default.removeItem(atPath: place)
    let process = Process()
    process.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = [
      "--worker", place, "--target", target.name, "--seed", "\(seed)", "--from", "\(first)", "--inputs", "\(count)",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { old, _ in old
    }
    do { try process.run() } catch { return "\(error)" }
    var (number, since) = (-1, ContinuousClock.now)
    while process.isRunning {
      Thread.sleep(forTimeInterval: 0.05)
      let now = Self.number(in: place)
      if now != number { (number, since) = (now, .now) }
      if ContinuousClock.now - since > .seconds(Self.busyTimeout) {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return "takes more than \(Int(Self.busyTimeout)) s"
      }
    }
    if process.terminationReason == .uncaughtSignal { return "signal \(process.terminationStatus)" }
    return process.terminationStatus == 0 ? nil : "exit status \(process.terminationStatus)"
  }

  private static func number(in place: String) -> Int {
    let bytes = FileManager.default.contents(atPath: place + ".number") ?? Data()
    return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Puts the input where `make test` finds it.
  private func keep(_ number: Int) {
    let folder = Corpus.folder(ofRegressions: target)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let bytes = target.input(number, seed: seed, seeds: target.seeds())
    try? Data(bytes).write(to: folder.appendingPathComponent("found-\(seed)-\(number)"))
  }
}
