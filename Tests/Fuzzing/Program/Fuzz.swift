import Foundation
import SQLiteSandbox

/// `make fuzz`: a number of inputs over all targets, each target in a process of its own.
#if !COVERAGE
  @main
#endif
enum Fuzz {
  static func main() throws {
    try Limits.limitMemory()
    var options: [String: String] = [:]
    var words = CommandLine.arguments.dropFirst()
    if words.first == "seeds" { sow(Array(words.dropFirst())) }
    if words.first == "replay" { replay(Array(words.dropFirst())) }
    if words.first == "towers" { climb(words.dropFirst().compactMap { Int($0) }) }
    while let word = words.popFirst(), word.hasPrefix("--") {
      options[String(word.dropFirst(2))] = words.popFirst() ?? ""
    }
    let inputs = Int(options["inputs"] ?? "") ?? 1_000_000
    let seed = Int(options["seed"] ?? "") ?? 1
    let targets = FuzzTarget.all.filter { options["target"] == nil || options["target"] == $0.name }
    if let place = options["worker"] {
      guard let target = targets.first, let first = Int(options["from"] ?? "") else { exit(64) }
      Worker(target: target, seed: seed, numbers: first..<max(first, inputs), place: place).run()
      exit(0)
    }
    let shares = targets.map(\.share).reduce(0, +)
    guard shares > 0 else {
      FileHandle.standardError.write(Data("targets: \(FuzzTarget.all.map(\.name).joined(separator: " "))\n".utf8))
      exit(64)
    }
    var failed = 0
    for target in targets {
      failed += Supervisor(target: target, seed: seed, count: inputs * target.share / shares).run()
    }
    exit(failed == 0 ? 0 : 1)
  }

  /// Writes the seeds of a target as files, for libFuzzer to begin with: `seeds TARGET FOLDER`.
  private static func sow(_ words: [String]) -> Never {
    guard words.count == 2, let target = FuzzTarget.all.first(where: { $0.name == words[0] }) else { exit(64) }
    let folder = URL(fileURLWithPath: words[1])
    for (number, seed) in target.seeds().enumerated() {
      try? Data(seed).write(to: folder.appendingPathComponent("seed-\(number)"))
    }
    exit(0)
  }

  /// Reads files: `replay TARGET FILE…`.
  private static func replay(_ words: [String]) -> Never {
    guard let target = FuzzTarget.all.first(where: { $0.name == words.first }) else { exit(64) }
    onSmallStack {
      for path in words.dropFirst() {
        let start = ContinuousClock.now
        do {
          let isAccepted = try target.read(Array(FileManager.default.contents(atPath: path) ?? Data()))
          say("\(path) \(isAccepted ? "accepted" : "refused") \(ContinuousClock.now - start)")
        } catch {
          say("\(path) \(error)")
        }
      }
    }
    exit(0)
  }

  /// Says which towers take long: `towers BYTES KILOBYTES`, the latter those of the stack.
  private static func climb(_ numbers: [Int]) -> Never {
    onSmallStack(kilobytes: numbers.count > 1 ? numbers[1] : 512) {
      for tower in Tower.all {
        guard let target = FuzzTarget.all.first(where: { $0.name == tower.target }) else { continue }
        FileHandle.standardError.write(Data("\(tower.target) \(tower.start)…\(tower.piece)\n".utf8))
        let input = tower.input(bytes: numbers.first ?? 1 << 20)
        let start = ContinuousClock.now
        do { _ = try target.read(input) } catch { say("\(tower): \("\(error)".prefix(300))") }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        if seconds > 1 { say("\(tower): \(seconds) s") }
      }
    }
    exit(0)
  }
}

/// A line, at once: whoever reads it may be a pipe, and the next input may end the process.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
