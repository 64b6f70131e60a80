internal import CYaml
internal import Yams

/// Reads YAML files with the values that property lists have.
enum YAMLPropertyList {
  /// The deepest nesting. libYAML's own limit of 1000 is too high for a thread's stack.
  private static let deepest: Int32 = 64

  /// Reads a file; `nil` if it is not YAML, or has more than texts, lists and dictionaries with distinct keys. Anchors are
  /// not read, because aliases of aliases can make a small file take very long to read.
  static func parse(_ bytes: [UInt8]) -> PropertyListValue? {
    guard let text = String(validating: bytes, as: UTF8.self), !text.contains("&"), !isTooDeep(text) else { return nil }
    yaml_set_max_nest_level(deepest)
    return (try? compose(yaml: text)).flatMap(\.self).flatMap(value)
  }

  /// libYAML does not count brackets where a key is possible.
  private static func isTooDeep(_ text: String) -> Bool {
    var depth = 0
    for byte in text.utf8 where depth <= deepest {
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { depth -= 1 }
    }
    return depth > deepest
  }

  private static func value(_ node: Node) -> PropertyListValue? {
    let line = node.mark?.line ?? 1
    switch node {
    case .scalar(let scalar): return PropertyListValue(line: line, content: .text(scalar.string))
    case .sequence(let nodes):
      let values = nodes.compactMap(value)
      return values.count == nodes.count ? PropertyListValue(line: line, content: .array(values)) : nil
    case .mapping(let pairs):
      var values: [String: PropertyListValue] = [:]
      for (key, node) in pairs {
        guard let name = key.scalar?.string, let value = value(node), values.updateValue(value, forKey: name) == nil
        else {
          return nil
        }
      }
      return PropertyListValue(line: line, content: .dictionary(values))
    default: return nil
    }
  }
}
