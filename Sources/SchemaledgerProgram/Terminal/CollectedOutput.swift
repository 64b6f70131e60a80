import Foundation
import Synchronization

/// What a command writes to standard output, to be written to a file as a whole. Messages go to standard error.
final class CollectedOutput: Sendable {
  private let text = Mutex("")

  /// What has been written so far.
  var collected: String { text.withLock(\.self) }

  /// A terminal whose output is collected, without colours.
  func terminal(isQuiet: Bool) -> Terminal {
    Terminal(isQuiet: isQuiet) { text in self.text.withLock { $0 += text } }
  }
}

extension Terminal {
  /// A terminal whose output goes to `output`, without colours. Messages go to standard error.
  init(isQuiet: Bool, output: @escaping @Sendable (String) -> Void) {
    self.init(
      color: .never, isQuiet: isQuiet, isTerminal: false,
      sink: { text, stream in
        if stream == .output { return output(text) }
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
      })
  }
}
