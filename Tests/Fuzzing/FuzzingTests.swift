import Foundation
import Testing

@Suite("Fuzzing")
struct FuzzingTests {
  /// What went wrong, out of another thread.
  private final class Failures: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: [String] = []

    func add(_ text: String) { lock.withLock { texts.append(text) } }
    var all: [String] { lock.withLock { texts } }
  }

  private func failures(
    of target: FuzzTarget, _ inputs: @escaping @Sendable () -> [(name: String, bytes: [UInt8])]
  ) -> [String] {
    let failures = Failures()
    onSmallStack(kilobytes: 4096) {
      for (name, bytes) in inputs() {
        do { _ = try target.read(bytes) } catch { failures.add("\(name): \(error)") }
      }
    }
    return failures.all
  }

  @Test("inputs that once failed pass", arguments: FuzzTarget.all.map(\.name))
  func regressions(_ name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    #expect(failures(of: target) { Corpus.regressions(of: target).map { ($0.path, $0.bytes) } } == [])
  }

  @Test("long and deeply nested inputs are handled quickly", arguments: FuzzTarget.all.map(\.name))
  func towers(_ name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    for tower in Tower.all where tower.target == name {
      let time = ContinuousClock().measure {
        #expect(failures(of: target) { [("\(tower)", tower.input(bytes: 10_000))] } == [])
      }
      #expect(time < .seconds(10), "\(tower)")
    }
  }

  @Test("a short run finds nothing", arguments: FuzzTarget.all.map(\.name))
  func shortRun(_ name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let seeds = target.seeds()
    #expect(!seeds.isEmpty)
    let found = failures(of: target) {
      (0..<target.share * 3).map { ("input \($0)", target.input($0, seed: 1, seeds: seeds)) }
    }
    #expect(found == [])
  }
}
