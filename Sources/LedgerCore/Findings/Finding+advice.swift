package import GitStore
internal import LedgerEntries

extension Finding {
  /// The finding with a hint that fits where its file stands: what HEAD has as it lies there cannot be brought back from
  /// HEAD, and what HEAD never had can only be made again. `committed` is nil before the first commit.
  ///
  /// - Throws: `GitError`.
  package func advised(committed: FileSnapshot?, present: FileSnapshot) throws -> Finding {
    guard let path, severity == .error, hint?.contains("git checkout HEAD -- ") == true else { return self }
    var finding = self
    let word = path.shellWord
    func isAtHead() throws -> Bool { try committed.map { try isCommitted(path, $0, present) } ?? false }
    switch code {
    case .digestMismatch:
      guard let version else { return self }
      let parts = path.split(separator: "/")
      let folder = (parts.last.map(String.init) == version ? parts : parts.dropLast()).joined(separator: "/")
      if try committed?.files(under: folder).isEmpty ?? true {
        finding.hint = "rm -r \(folder.shellWord), then schemaledger freeze \(version)"
      } else if try isAtHead() {
        finding.hint = "git log --oneline -- \(word) shows who changed it: git checkout COMMIT~ -- \(word)"
      }
    case .migrationChanged:
      guard try isAtHead() else { return self }
      finding.hint =
        "databases that have had it will not run it again: take back what git log -p -- \(word) shows, and write a new migration"
    case .migrationRemoved:
      guard try isAtHead() else { return self }
      finding.hint =
        "new databases will lack it: git log --diff-filter=D -- \(word) shows the commit: git checkout COMMIT~ -- \(word)"
    default: break
    }
    return finding
  }

  private func isCommitted(_ path: String, _ committed: FileSnapshot, _ present: FileSnapshot) throws -> Bool {
    let files = try [committed, present].map { snapshot in
      try snapshot.files(under: path).reduce(into: [path: try snapshot.read(path)]) { files, file in
        files[file.path] = try snapshot.read(file.path)
      }
    }
    return files[0] == files[1]
  }
}
