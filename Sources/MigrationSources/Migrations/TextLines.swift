extension String {
  /// The text split at its line feeds. A split into characters would miss `"\r\n"`, which is one `Character`. Joining
  /// the lines with `"\n"` gives the text again.
  var lines: [Substring] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
  }
}

extension StringProtocol where UTF8View.SubSequence == Substring.UTF8View {
  /// The parts between the occurrences of an ASCII character, empty ones included. A split by bytes takes a fraction of the
  /// time of a split into characters.
  func parts(at separator: Unicode.Scalar) -> [Substring] {
    utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false).map { Substring($0) }
  }
}

extension Substring {
  /// The line without the CR of a CR LF line ending.
  var withoutCarriageReturn: Substring { last == "\r" ? dropLast() : self }
}

extension StringProtocol where SubSequence == Substring {
  /// The text without white space at both ends.
  var trimmed: Substring {
    var rest = drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
