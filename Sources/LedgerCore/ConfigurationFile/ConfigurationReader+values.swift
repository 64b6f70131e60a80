internal import Findings
internal import LedgerEntries
package import Yams

/// Words, lists and paths.
extension ConfigurationReader {
  package static func text(_ node: Node, _ name: String) throws(LedgerError) -> String {
    guard let text = node.scalar?.string, !text.isEmpty else { throw invalid(node.line, "'\(name)' must be a word") }
    // If there are several byte order marks, libYAML removes the first, and the others are invisible.
    if text.unicodeScalars.first == "\u{FEFF}" { throw invalid(node.line, "'\(name)' begins with a byte order mark") }
    return text
  }

  static func boolean(_ node: Node, _ name: String) throws(LedgerError) -> Bool {
    switch node.scalar?.string {
    case "true": return true
    case "false": return false
    default: throw invalid(node.line, "'\(name)' must be true or false")
    }
  }

  static func texts(_ node: Node, _ name: String) throws(LedgerError) -> [String] {
    guard let sequence = node.sequence else { return [try text(node, name)] }
    return try sequence.map { node throws(LedgerError) in try text(node, name) }
  }

  /// A path inside the repository, without a trailing slash.
  static func path(_ node: Node, _ name: String) throws(LedgerError) -> String {
    var path = try text(node, name)
    while path.hasSuffix("/"), path.count > 1 { path.removeLast() }
    if path.hasPrefix("./") { path.removeFirst(2) }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    // `git~1` is the short name of `.git` on Windows. Git allows neither in a tree.
    guard !parts.contains(where: { [".git", "git~1"].contains($0.lowercased()) }), !path.hasPrefix("/"),
      !path.hasPrefix("-"),
      path == "." || !parts.contains(where: { ["", ".", ".."].contains($0) })
    else {
      throw invalid(node.line, "'\(name)' must be a path inside the repository, not '\(path.shortened)'")
    }
    return path == "." ? "" : path
  }

  static func paths(_ node: Node, _ name: String) throws(LedgerError) -> [String] {
    guard let sequence = node.sequence else { return [try path(node, name)] }
    return try sequence.map { node throws(LedgerError) in try path(node, name) }
  }
}
