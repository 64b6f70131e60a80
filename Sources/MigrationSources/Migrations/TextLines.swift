extension String {
  /// The text cut at its line feeds: `"\r\n"` is one `Character`, which a split of the string would not see. Joined with
  /// `"\n"`, the lines are the text again.
  var lines: [Substring] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
  }
}

extension Substring {
  /// A line as tools read it that take CR LF for its end.
  var withoutCarriageReturn: Substring { last == "\r" ? dropLast() : self }
}

extension StringProtocol where SubSequence == Substring {
  /// Without white space at both ends.
  var trimmed: Substring {
    var rest = drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
