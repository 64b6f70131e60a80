import CanonicalJSON
@preconcurrency import Rainbow
import VisibleText

/// Text that a person sees: on a terminal, in the log of a CI, or in a report. All output consists of it.
///
/// A literal is text of this program. An interpolated string may come from a repository, so it is put on one line and its
/// invisible characters are made visible (`String.visible`). There is no other way to create a `DisplayText` from a
/// string, so the compiler finds each output that is not escaped. Only this file can create one without escaping.
struct DisplayText: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The text as it is written. It has line feeds and colours of this program only.
  private(set) var text: String

  init(stringLiteral text: String) { self.text = text }

  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  fileprivate init(escaped text: String) { self.text = text }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ value: DisplayText) { text += value.text }

    mutating func appendInterpolation(_ value: String) { text += value.visible() }

    mutating func appendInterpolation(_ value: some CustomStringConvertible) { text += value.description.visible() }
  }

  /// The lines of a text whose line feeds and tabs are its layout, such as SQL or the hint of an error.
  static func lines(of text: String) -> [DisplayText] {
    text.lines.map { DisplayText(escaped: $0.visible(keepingTabs: true)) }
  }

  /// The same as one text.
  static func text(_ text: String) -> DisplayText { lines(of: text).joined(separator: "\n") }

  /// The document as JSON on several lines, with a line feed at its end. Its values are not changed: an invisible character
  /// is written as an escape sequence of JSON, such as `\u202e`, and so is what would be a command of a CI.
  static func json(_ value: JSONValue) -> DisplayText { json(text: value.pretty) }

  /// The encoding of a document as JSON on several lines.
  static func json(_ document: some Encodable) throws -> DisplayText { json(try JSONValue(encoding: document)) }

  /// The same on one line, without a line feed: a line of NDJSON.
  static func jsonLine(_ value: JSONValue) -> DisplayText { json(text: value.canonical) }

  private static func json(text: String) -> DisplayText {
    let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A }
    return DisplayText(escaped: isPlain ? text : text.withJSONEscapes).withoutCommands { _ in #"\u005b"# }
  }

  /// The text in the colour of its kind.
  func colored(as label: Terminal.Label) -> DisplayText {
    // Rainbow is enabled only here. Otherwise it would decide for both streams from standard output.
    Rainbow.outputTarget = .console
    Rainbow.enabled = true
    defer { Rainbow.enabled = false }
    let colored =
      switch label {
      case .error: text.red.bold
      case .warning: text.yellow
      case .note: text.cyan
      case .success, .added: text.green
      case .removed: text.red
      case .strong: text.bold
      case .faint: text.dim
      }
    return DisplayText(escaped: colored)
  }
}

// MARK: Parts and sums of texts that are safe to show

extension DisplayText {
  static func + (left: DisplayText, right: DisplayText) -> DisplayText { DisplayText(escaped: left.text + right.text) }

  static func += (left: inout DisplayText, right: DisplayText) { left.text += right.text }

  static func spaces(_ count: Int) -> DisplayText {
    DisplayText(escaped: String(repeating: " ", count: max(0, count)))
  }

  /// The number of characters, if the text has no colour.
  var count: Int { text.count }

  var isEmpty: Bool { text.isEmpty }

  /// The lines of a text of several lines.
  var lines: [DisplayText] { text.lines.map { DisplayText(escaped: $0) } }

  func padded(to width: Int) -> DisplayText { self + .spaces(width - count) }

  func prefix(upTo end: String.Index) -> DisplayText { DisplayText(escaped: String(text[..<end])) }

  func dropFirst(_ count: Int) -> DisplayText { DisplayText(escaped: String(text.dropFirst(count))) }

  /// The lines of a paragraph without colours, of at most `width` characters, those after the first with an indentation. A word
  /// that is longer has a line of its own.
  func wrapped(to width: Int, indent: Int) -> [DisplayText] {
    var lines: [String] = [""]
    for (index, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      if index > 0, lines[lines.count - 1].count + 1 + word.count > width {
        lines.append(String(repeating: " ", count: indent) + word)
      } else {
        lines[lines.count - 1] += (index == 0 ? "" : " ") + word
      }
    }
    return lines.map { DisplayText(escaped: $0) }
  }

  /// The text, cut if it has more than `limit` characters.
  func shortened(to limit: Int) -> DisplayText {
    count > limit ? DisplayText(escaped: text.prefix(limit - 1) + "…") : self
  }

  var withoutSpacesAtStart: DisplayText { DisplayText(escaped: String(text.drop { $0 == " " })) }

  var withoutSpacesAtEnd: DisplayText { DisplayText(escaped: String(text.reversed().drop { $0 == " " }.reversed())) }

  func replacing(_ part: StaticString, with other: StaticString) -> DisplayText {
    DisplayText(escaped: text.replacing("\(part)", with: "\(other)"))
  }

  /// A part of the text that is repeated, such as a fence of Markdown.
  static func repeated(_ part: StaticString, _ count: Int) -> DisplayText {
    DisplayText(escaped: String(repeating: "\(part)", count: count))
  }
}

extension Sequence<DisplayText> {
  func joined(separator: DisplayText = "") -> DisplayText {
    DisplayText(escaped: map(\.text).joined(separator: separator.text))
  }
}

extension Sequence<String> {
  /// The strings as text, each on one line.
  func shown(separator: DisplayText = ", ") -> DisplayText {
    map { "\($0)" as DisplayText }.joined(separator: separator)
  }
}

extension DefaultStringInterpolation {
  /// The result would be a string, whose colours would be escaped.
  @available(*, unavailable, message: "only a DisplayText can contain a DisplayText")
  mutating func appendInterpolation(_ text: DisplayText) {}
}

// MARK: Commands of CIs

extension DisplayText {
  /// The text without lines that a CI would obey as a command in its log. A log has no escapes, so a backslash is put
  /// before what makes the command.
  var withoutCommands: DisplayText { withoutCommands { #"\"# + $0 } }

  /// GitHub's runner trims a line and obeys it if it starts with `::`. It also obeys `##[` anywhere in a line, Azure Pipelines
  /// `##vso[`, and TeamCity `##teamcity[`.
  /// https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
  ///
  /// - Parameter replace: returns what is written instead of the character that makes the command.
  func withoutCommands(_ replace: (String) -> String) -> DisplayText {
    guard text.mayContainCommand else { return self }
    let bytes = Array(text.utf8)
    var result = ""
    var (lineStart, written) = (0, 0)
    for (index, byte) in bytes.enumerated() where [0x0A, UInt8(ascii: ":"), UInt8(ascii: "[")].contains(byte) {
      if byte == 0x0A {
        lineStart = index + 1
      } else if bytes.makesCommand(at: index, inLineFrom: lineStart) {
        result += String(decoding: bytes[written..<index], as: UTF8.self) + replace(byte == 0x5B ? "[" : ":")
        written = index + 1
      }
    }
    return written == 0 ? self : DisplayText(escaped: result + String(decoding: bytes[written...], as: UTF8.self))
  }
}

extension [UInt8] {
  /// Whether the colon or bracket is the first of `::` in a line, or the bracket of `##[` or `##name[`.
  fileprivate func makesCommand(at index: Int, inLineFrom start: Int) -> Bool {
    if self[index] == UInt8(ascii: ":") {
      guard index + 1 < count, self[index + 1] == UInt8(ascii: ":") else { return false }
      return String(decoding: self[start..<index], as: UTF8.self).unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
    let name = self[start..<index].reversed().drop { (0x61...0x7A).contains($0 | 0x20) }
    return name.prefix(2).elementsEqual("##".utf8)
  }
}

extension String {
  /// Whether the text has `::` or `##`. A large report usually has neither.
  fileprivate var mayContainCommand: Bool {
    var previous: UInt8 = 0
    for byte in utf8 {
      if byte == previous, byte == UInt8(ascii: ":") || byte == UInt8(ascii: "#") { return true }
      previous = byte
    }
    return false
  }

  /// JSON in which invisible characters are escape sequences. Outside strings, JSON has none but line feeds.
  fileprivate var withJSONEscapes: String {
    unicodeScalars.reduce(into: "") { json, scalar in
      if scalar != "\n", scalar.picture != nil {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          json += #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        json.unicodeScalars.append(scalar)
      }
    }
  }
}
