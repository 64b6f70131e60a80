internal import CanonicalJSON
internal import Foundation

/// A JSON value that keeps every digit of a number. `JSONValue` rounds fractions, because in reports they are durations.
indirect enum SnapshotValue: Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  case list([SnapshotValue])
  case object([String: SnapshotValue])

  /// JSON with two spaces of indentation, sorted keys and a newline at the end. Equal values have equal texts on every
  /// platform.
  var text: String {
    var text = ""
    write(to: &text, indentation: "")
    return text + "\n"
  }

  private func write(to text: inout String, indentation: String) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    // JSON has no other numbers. https://www.rfc-editor.org/rfc/rfc8259#section-6
    case .real(let value): text += value.isFinite ? value.description : JSONValue.string(value.description).canonical
    case .text(let value): text += JSONValue.string(value).canonical
    case .list(let elements):
      Self.write(elements, "[", "]", to: &text, indentation) { $0.write(to: &$1, indentation: $2) }
    case .object(let members):
      // Texts are compared by code units, as in RFC 8785, and not by the rules of a language.
      let sorted = members.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
      Self.write(sorted, "{", "}", to: &text, indentation) { member, text, indentation in
        text += JSONValue.string(member.key).canonical + ": "
        member.value.write(to: &text, indentation: indentation)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ open: String, _ close: String, to text: inout String, _ indentation: String,
    _ write: (Element, inout String, String) -> Void
  ) {
    text += open
    let inner = indentation + "  "
    for (position, element) in elements.enumerated() {
      text += (position == 0 ? "\n" : ",\n") + inner
      write(element, &text, inner)
    }
    text += (elements.isEmpty ? "" : "\n" + indentation) + close
  }
}

extension SnapshotValue {
  /// Converts JSON, for example of an encoded array. JSON that cannot be converted is kept as a text.
  init(json: Data) {
    let value = JSONValue(parsing: [UInt8](json), allowsFractions: true)
    self = value.map { SnapshotValue($0) } ?? .text(String(decoding: json, as: UTF8.self))
  }

  private init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .boolean(value)
    case .number(let value): self = .integer(Int64(value))
    case .decimal(let value): self = .real(value)
    case .string(let value): self = .text(value)
    case .array(let values): self = .list(values.map { SnapshotValue($0) })
    case .object(let values): self = .object(values.mapValues { SnapshotValue($0) })
    }
  }
}
