import Dispatch

/// How many of many files are done, how many are done in a second, and how long the rest takes.
struct ListProgress {
  private let verb: DisplayText
  private let expectedCount: Int?
  private let start = DispatchTime.now().uptimeNanoseconds
  private var shown: UInt64 = 0

  /// - Parameters:
  ///   - verb: what is done with the files: `identified`.
  ///   - expectedCount: the number of files, if it is known.
  init(_ verb: DisplayText, of expectedCount: Int?) {
    self.verb = verb
    self.expectedCount = expectedCount
  }

  /// What is shown changes at most ten times in a second.
  mutating func show(_ count: Int, on terminal: Terminal) {
    guard terminal.showsProgress else { return }
    let now = DispatchTime.now().uptimeNanoseconds
    guard now - shown >= 100_000_000 else { return }
    shown = now
    let rate = Double(count) / max(0.001, Double(now - start) / 1e9)
    var text: DisplayText = "\(verb) \(Wording.grouped(count))"
    if let expectedCount { text += " of \(Wording.grouped(expectedCount))" }
    text += " files, \(Wording.grouped(Int(rate))) in a second"
    if let expectedCount, expectedCount > count {
      text += ", \(Wording.grouped(Int(Double(expectedCount - count) / rate) + 1)) s left"
    }
    terminal.progress(text)
  }
}
