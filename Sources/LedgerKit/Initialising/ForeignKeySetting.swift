/// A place in a program that switches foreign keys on or off.
public struct ForeignKeySetting: Sendable, Hashable {
  /// Whether it switches them on.
  public let isOn: Bool
  /// Repository path of the program.
  public let path: String
  /// The line, from 1.
  public let line: Int
}

extension ForeignKeySetting {
  private static let name = Array("foreign_keys".utf8)
  private static let values: [String: Bool] = [
    "on": true, "1": true, "true": true, "yes": true, "off": false, "0": false, "false": false, "no": false,
  ]

  /// The places in a text: `PRAGMA foreign_keys = ON`, `_pragma=foreign_keys(1)`, `_foreign_keys=on` in the name of a data
  /// source, or `.foreign_keys(true)`.
  ///
  /// A text is searched, not parsed, so that a place only suggests a setting.
  static func all(in bytes: [UInt8], of path: String) -> [ForeignKeySetting] {
    var found: [ForeignKeySetting] = []
    var line = 1
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      guard bytes[index] == name[0], bytes[index...].starts(with: name) else {
        index += 1
        continue
      }
      index += name.count
      let after = bytes[index...].prefix(40)
      let between = after.prefix { " =('\":".utf8.contains($0) }
      let word = after[between.endIndex...].prefix(while: \.isLetterOrDigit)
      // Without one of these, it is prose.
      let isSet = between.contains { "=(:".utf8.contains($0) }
      if isSet, let isOn = values[String(decoding: word, as: UTF8.self).lowercased()] {
        found.append(ForeignKeySetting(isOn: isOn, path: path, line: line))
      }
    }
    return found
  }
}
