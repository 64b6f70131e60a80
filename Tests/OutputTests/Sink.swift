import Foundation

@testable import SchemaledgerProgram

/// What a terminal was told to write.
final class Sink: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [Terminal.Stream: String] = [:]

  var output: String { lock.withLock { texts[.output] ?? "" } }
  var all: String { lock.withLock { (texts[.output] ?? "") + (texts[.errors] ?? "") } }

  var write: @Sendable (String, Terminal.Stream) -> Void {
    { text, stream in self.lock.withLock { self.texts[stream, default: ""] += text } }
  }
}
