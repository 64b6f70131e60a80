internal import Markup

/// Why bytes are not a property list.
struct PropertyListError: Error {
  let line: Int
  let reason: ProjectProblem.Reason
}

extension PropertyListError {
  /// - Parameter bytes: the file, in which a merge may have left its markers.
  init(_ error: MarkupError, in bytes: [UInt8]) {
    var number = 0
    for text in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard ["<<<<<<<", "=======", ">>>>>>>"].contains(where: { text.starts(with: $0.utf8) }) else { continue }
      self.init(line: number, reason: .mergeMarkers)
      return
    }
    let reason: ProjectProblem.Reason =
      switch error.reason {
      case .tooLarge(let size, _): .tooLarge(bytes: size)
      case .tooDeep: .tooDeep
      case .notUTF8, .encoding: .notUTF8
      case .entity(let name): .unexpected("&\(name);")
      case .wrongEnd(let name, _): .unexpected("</\(name)>")
      case .documentType: .unexpected("<!DOCTYPE")
      case .attributeTwice(let name): .unexpected(name)
      case .tooManyElements, .binary: .notAProject
      case .syntax: error.found.isEmpty ? .cutOff : .unexpected(error.found)
      }
    self.init(line: error.line, reason: reason)
  }
}
