internal import Yams

/// `version:`, where the name of today's version is.
extension ConfigurationReader {
  func version(_ node: Node) throws(LedgerError) -> VersionRule {
    if node.mapping != nil {
      let section = try Section(node, name: "version", keys: ["file", "pattern"])
      let pattern = try Self.text(try section.required("pattern"), "pattern")
      guard VersionPattern(pattern) != nil else {
        throw Self.invalid(section["pattern"]?.line, "'\(pattern)' is not a regular expression")
      }
      return .file(path: try Self.path(try section.required("file"), "file"), pattern: pattern)
    }
    let text = try Self.text(node, "version")
    return text == "user_version" ? .userVersion : .literal(text)
  }
}
