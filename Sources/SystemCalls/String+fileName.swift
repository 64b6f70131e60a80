/// Names of files as strings, without loss.
///
/// On Linux a name is a sequence of bytes: "any byte except NUL and /" (<https://man7.org/linux/man-pages/man7/path_resolution.7.html>).
/// A Swift string is Unicode, and decoding replaces every byte that is not UTF-8, so that the file is not found again. Here
/// such a byte becomes a character of the last private plane, U+10FF00 plus the byte, as Python makes it a surrogate
/// (<https://peps.python.org/pep-0383/>), which a Swift string cannot contain. These 128 characters themselves are taken
/// for bytes, so that no two names become the same string.
///
/// Such a string can be passed on and joined with others. Only what opens files, and what shows names, has to know:
/// ``Swift/String/withFileName(_:)`` and ``Swift/String/shownFileName``.
extension String {
  private static let base: UInt32 = 0x10FF00

  /// The string for a name.
  package init(fileName bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    // The characters of bytes begin with F4 8F BE or F4 8F BF.
    if text.utf8.count == bytes.count, !bytes.contains(0xF4), text.utf8.elementsEqual(bytes) {
      self = text
      return
    }
    var scalars = UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var place = 0
    parsing: while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if scalar.byteOfFileName == nil {
          scalars.append(scalar)
        } else {
          scalars.append(contentsOf: encoded.compactMap(Self.scalar))
        }
        place += encoded.count
      case .error(let length):
        scalars.append(contentsOf: bytes[place..<(place + length)].compactMap(Self.scalar))
        place += length
      case .emptyInput: break parsing
      }
    }
    self = String(scalars)
  }

  private static func scalar(of byte: UInt8) -> Unicode.Scalar? { Unicode.Scalar(base + UInt32(byte)) }

  /// The bytes of the name.
  package var fileNameBytes: [UInt8] {
    guard isUnusualFileName else { return Array(utf8) }
    return unicodeScalars.reduce(into: []) { bytes, scalar in
      if let byte = scalar.byteOfFileName { bytes.append(byte) } else { bytes += Array(String(scalar).utf8) }
    }
  }

  /// Passes the name as a string of C.
  package func withFileName<Result>(_ work: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    guard isUnusualFileName else { return try withCString(work) }
    return try (fileNameBytes + [0]).withUnsafeBufferPointer { bytes in
      try bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let address = characters.baseAddress else { return try "".withCString(work) }
        return try work(address)
      }
    }
  }

  /// Whether the name has a byte that is not UTF-8.
  package var isUnusualFileName: Bool {
    // No other character begins with this byte but those of the last private plane.
    utf8.contains(0xF4) && unicodeScalars.contains { $0.byteOfFileName != nil }
  }
}

extension Unicode.Scalar {
  /// The byte that the character stands for.
  fileprivate var byteOfFileName: UInt8? { (0x10FF80...0x10FFFF).contains(value) ? UInt8(value & 0xFF) : nil }
}

extension String {
  /// The name as it is written in output, without loss: a name with bytes that are not UTF-8 in quotes, with these bytes as
  /// octal escapes, as Git writes it (<https://git-scm.com/docs/git-config#Documentation/git-config.txt-corequotePath>):
  /// `"caf\351.db"`. In quotes, a quote and a backslash follow a backslash. A name that begins with a quote is
  /// written in this way, too; every other name stands for itself.
  package var shownFileName: String {
    guard isUnusualFileName || utf8.first == UInt8(ascii: "\"") else { return self }
    var text = "\""
    for scalar in unicodeScalars {
      if let byte = scalar.byteOfFileName {
        text += "\\" + String(byte, radix: 8)
      } else if scalar == "\"" || scalar == "\\" {
        text += "\\" + String(scalar)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// The name of which ``shownFileName`` is this text; the text itself if there is none.
  package init(shownFileName text: String) {
    self = Self.unquoted(text) ?? text
  }

  private static func unquoted(_ text: String) -> String? {
    let quote = UInt8(ascii: "\"")
    var rest = Array(text.utf8)[...]
    guard rest.count >= 2, rest.popFirst() == quote, rest.popLast() == quote else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      if let next = rest.first, next == quote || next == UInt8(ascii: "\\") {
        bytes.append(next)
        rest.removeFirst()
        continue
      }
      guard rest.count >= 3, let value = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8) else {
        return nil
      }
      bytes.append(value)
      rest.removeFirst(3)
    }
    return String(fileName: bytes)
  }
}
