internal import Foundation

/// The strings in a JSON document that are values, not keys.
enum JSONStrings {
  /// The document with each string replaced by `other`, and with everything else unchanged: keys, numbers, order and
  /// white space. `nil` for a text that is not an object or an array.
  static func replaced(in text: String, _ other: (String) throws -> String) rethrows -> String? {
    let start = text.utf8.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard start == UInt8(ascii: "{") || start == UInt8(ascii: "["),
      (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil
    else { return nil }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\"") else {
        result.append(bytes[index])
        index += 1
        continue
      }
      var end = index + 1
      while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
      let literal = Array(bytes[index...min(end, bytes.count - 1)])
      index = end + 1
      let next = bytes[min(index, bytes.count)...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      if next == UInt8(ascii: ":") {
        result += literal
      } else {
        result += Array(try replaced(literal, other).utf8)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func replaced(_ literal: [UInt8], _ other: (String) throws -> String) rethrows -> String {
    let array = try? JSONSerialization.jsonObject(with: Data([UInt8(ascii: "[")] + literal + [UInt8(ascii: "]")]))
    guard let value = (array as? [String])?.first else { return String(decoding: literal, as: UTF8.self) }
    let isASCII = literal.allSatisfy { $0 < 0x80 }
    var text = "\""
    for scalar in try other(value).unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || isASCII && !scalar.isASCII:
        for unit in String(scalar).utf16 {
          let hex = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
