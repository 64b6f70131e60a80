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
        let near = keys.first { $0.isSimilar(to: word) }
        let advice = near.map { "did you mean '\($0)'?" } ?? "expected \(keys.joined(separator: ", "))"
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

extension String {
  /// Whether the texts differ by at most two missing, additional or different letters.
  fileprivate func isSimilar(to other: String) -> Bool {
    let (one, two) = (Array(lowercased()), Array(other.lowercased()))
    // The row of Levenshtein's table for each prefix of `one`.
    var row = Array(0...two.count)
    for (i, letter) in one.enumerated() {
      var next = [i + 1]
      for (j, otherLetter) in two.enumerated() {
        next.append(Swift.min(next[j] + 1, row[j + 1] + 1, row[j] + (letter == otherLetter ? 0 : 1)))
      }
      row = next
    }
    return row[two.count] <= 2
  }
}

extension Node {
  package var line: Int? { mark?.line }
}
