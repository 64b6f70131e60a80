internal import BoundedYAML
internal import Yams

/// Reads YAML files with the values that property lists have.
enum YAMLPropertyList {
  /// Reads a file; `nil` if it is not YAML, or has more than texts, lists and dictionaries with distinct keys. Anchors are
  /// not read, because aliases of aliases can make a small file take very long to read.
  static func parse(_ bytes: [UInt8]) -> PropertyListValue? {
    guard let text = String(validating: bytes, as: UTF8.self), !text.contains("&"),
      BoundedYAML.lineOfDeepNest(in: text) == nil, let document = try? BoundedYAML.compose(text)
    else { return nil }
    return value(document)
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
