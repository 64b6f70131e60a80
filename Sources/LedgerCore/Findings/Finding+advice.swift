internal import Findings
package import GitStore
internal import LedgerEntries

extension Finding {
  /// The finding with a remedy that fits where its file is: what `HEAD` contains in the same state cannot be restored from
  /// `HEAD`, and what `HEAD` never contained can only be made again.
  ///
  /// - Parameters:
  ///   - committed: `nil` before the first commit.
  ///   - restorations: how to restore a version from history, by its name; `nil` if history was not read.
  /// - Throws: `GitError`.
  package func advised(
    committed: FileSnapshot?, present: FileSnapshot, restorations: [String: Remedy]? = nil
  ) throws -> Finding {
    guard let path, severity == .error, remedy == nil else { return self }
    func isAtHead() throws -> Bool { try committed.map { try isCommitted(path, $0, present) } ?? false }
    if isRestorable {
      guard let version else { return self }
      let parts = path.split(separator: "/")
      let folder = (parts.last.map(String.init) == version ? parts : parts.dropLast()).joined(separator: "/")
      if try committed?.files(under: folder).isEmpty ?? true {
        return setting(\.remedy, to: .freezeAgain(folder: folder))
      }
      guard try isAtHead() else { return self }
      return setting(\.remedy, to: restorations.map { $0[version] ?? .neverWhole } ?? .findChange)
    }
    switch kind {
    case is MigrationChanged where try isAtHead(): return setting(\.remedy, to: .undoEdits(path: path))
    case is MigrationTextCompared where try isAtHead():
      let isConverted = try committed?.read(path) != present.read(path)
      return setting(\.remedy, to: isConverted ? .keepLineEndings(path: path) : .undoEdits(path: path))
    case let kind as MigrationReplaced where try kind.renamedTo == nil && isAtHead():
      return setting(\.remedy, to: .findRemoval(path: path))
    case is MigrationRemoved where try isAtHead(): return setting(\.remedy, to: .findRemoval(path: path))
    default: return self
    }
  }

  private func isCommitted(_ path: String, _ committed: FileSnapshot, _ present: FileSnapshot) throws -> Bool {
    let files = try [committed, present].map { snapshot in
      // A checkout may have converted line ends (`core.autocrlf`).
      try snapshot.files(under: path).reduce(into: [path: try snapshot.read(path)?.withoutReturns]) { files, file in
        files[file.path] = try snapshot.read(file.path)?.withoutReturns
      }
    }
    return files[0] == files[1]
  }
}

extension [UInt8] {
  /// The bytes with LF in place of CR LF.
  fileprivate var withoutReturns: [UInt8] {
    guard contains(0x0D) else { return self }
    return indices.filter { self[$0] != 0x0D || $0 + 1 == count || self[$0 + 1] != 0x0A }.map { self[$0] }
  }
}
