internal import Findings
package import Yams

/// A mapping whose keys are all known.
package struct Section {
  private let values: [String: Node]
  let line: Int?

  package init(_ node: Node, name: String, keys: [String]) throws(LedgerError) {
    guard let mapping = node.mapping else {
      throw ConfigurationReader.invalid(node.line, "\(name) must have keys: \(keys.joined(separator: ", "))")
    }
    var values: [String: Node] = [:]
    for (key, value) in mapping {
      let word = key.scalar?.string ?? ""
      guard keys.contains(word) else {
        let advice = NearMiss.advice(for: word, among: keys)
        throw ConfigurationReader.invalid(key.line, "unknown key '\(word)' in \(name); \(advice)")
      }
      values[word] = value
    }
    self.values = values
    line = node.line
  }

  package subscript(key: String) -> Node? { values[key] }

  func required(_ key: String) throws(LedgerError) -> Node {
    guard let node = values[key] else { throw ConfigurationReader.invalid(line, "'\(key)' is missing") }
    return node
  }

  func refuse(_ keys: [String], in place: String) throws(LedgerError) {
    for key in keys where values[key] != nil {
      throw ConfigurationReader.invalid(values[key]?.line, "'\(key)' is not allowed in \(place)")
    }
  }
}

extension Node {
  package var line: Int? { mark?.line }
}
