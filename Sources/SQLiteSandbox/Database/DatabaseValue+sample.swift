package import GRDB

extension DatabaseValue {
  /// The value as SQL text on one line, shortened if it is long, with escapes for invisible characters.
  package var sample: String {
    switch storage {
    case .null: return "NULL"
    case .int64(let value): return "\(value)"
    case .double(let value): return "\(value)"
    case .string(let value):
      let limit = 24
      let scalars = value.unicodeScalars
      let text = scalars.prefix(limit).reduce(into: "") { text, scalar in
        switch scalar {
        case "'": text += "''"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        default:
          let isSeen = scalar.properties.generalCategory.isSeen
          text += isSeen ? String(Character(scalar)) : "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
      }
      return scalars.count > limit ? "'\(text)…' (\(scalars.count) characters)" : "'\(text)'"
    case .blob(let data):
      let hex = data.prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      return data.count > 8 ? "x'\(hex)…' (\(data.count) bytes)" : "x'\(hex)'"
    }
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isSeen: Bool {
    switch self {
    case .control, .format, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
