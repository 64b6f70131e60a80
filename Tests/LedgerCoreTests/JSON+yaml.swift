import TestSupport
import Yams

extension JSON {
  /// The value of a YAML document by the core schema of YAML 1.2, as editors read it; `null` if it is empty.
  ///
  /// https://yaml.org/spec/1.2.2/#103-core-schema
  init(yaml: String) throws {
    self = try Yams.compose(yaml: yaml).map(JSON.init(node:)) ?? .null
  }

  private init(node: Node) {
    switch node {
    case .mapping(let mapping):
      let members = mapping.map { ($0.key.scalar?.string ?? "", JSON(node: $0.value)) }
      self = .object(Dictionary(members) { $1 })
    case .sequence(let sequence): self = .array(sequence.map(JSON.init(node:)))
    case .scalar(let scalar): self = scalar.style == .plain ? JSON(plain: scalar.string) : .string(scalar.string)
    case .alias: self = .null
    }
  }

  private init(plain text: String) {
    self =
      switch text {
      case "", "~", "null", "Null", "NULL": .null
      case "true", "True", "TRUE": .bool(true)
      case "false", "False", "FALSE": .bool(false)
      default:
        if text.wholeMatch(of: /[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?/) != nil, let number = Double(text)
        {
          .number(number)
        } else {
          .string(text)
        }
      }
  }

  /// The value as YAML on one line.
  var yaml: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    case .string(let text): "\"\(text.unicodeScalars.map(Self.escaped).joined())\""
    case .array(let elements): "[\(elements.map(\.yaml).joined(separator: ", "))]"
    case .object(let members):
      "{\(keys.map { "\(JSON.string($0).yaml): \(members[$0]?.yaml ?? "null")" }.joined(separator: ", "))}"
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    let isPlain = scalar.isASCII && scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
    return isPlain
      ? String(scalar) : "\\U" + String(String(UInt64(scalar.value) + 0x1_0000_0000, radix: 16).dropFirst())
  }

  /// The values that differ from this one in one place: a part that is missing or of another type, or a key that is added.
  var mutations: [JSON] {
    let others: [JSON] = [
      .null, .bool(true), .number(-7), .string("x y"), .array([.object([:])]), .object(["zzzzzz": .null]),
    ]
    var mutations = others.filter { $0 != self }
    switch self {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        for mutation in element.mutations {
          var copy = elements
          copy[index] = mutation
          mutations.append(.array(copy))
        }
      }
    case .object(let members):
      mutations.append(.object(members.merging(["zzzzzz": .string("x")]) { $1 }))
      for (key, member) in members {
        mutations.append(.object(members.filter { $0.key != key }))
        for mutation in member.mutations { mutations.append(.object(members.merging([key: mutation]) { $1 })) }
      }
    default: break
    }
    return mutations
  }
}
