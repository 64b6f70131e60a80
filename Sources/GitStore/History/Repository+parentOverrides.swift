extension Repository {
  /// The shallow boundary, grafts and replacements of the repository.
  func parentOverrides() throws(GitError) -> ParentOverrides {
    var overrides = ParentOverrides(boundary: shallowBoundary)
    if let content = try readFile(commonDirectory + "/info/grafts") {
      for line in content.split(separator: UInt8(ascii: "\n")) {
        // "commit parent1 parent2 …"; words that are not ids, as in a comment, are skipped, as by Git.
        let ids = line.split(separator: UInt8(ascii: " ")).map { ObjectID(hexDigits: $0) }
        guard let commit = ids.first ?? nil else { continue }
        overrides.grafts[commit] = ids.dropFirst().compactMap { $0 }
      }
    }
    for (name, value) in try referenceFiles(matching: ["refs/replace/*"]).values {
      guard let replaced = ObjectID(hex: lastComponent(name.text)), case .direct(let id, _) = value else { continue }
      // A replacement for a tree or a blob does not affect the history graph.
      if let commit = try commit(at: id) { overrides.replacements[replaced] = commit }
    }
    return overrides
  }
}
