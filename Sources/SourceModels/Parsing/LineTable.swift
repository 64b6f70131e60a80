internal import SwiftSyntax

/// Finds the line of a byte.
struct LineTable {
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    var starts = [0]
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices where bytes[index] == 0x0A { starts.append(index + 1) }
    }
    self.starts = starts
  }

  /// The line of a node's first token, from 1.
  func line(of node: some SyntaxProtocol) -> Int { line(at: node.positionAfterSkippingLeadingTrivia.utf8Offset) }

  private func line(at offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
