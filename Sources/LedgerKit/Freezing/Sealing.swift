internal import Findings
public import GitStore
public import LedgerCore
public import LedgerEntries

/// Makes seals of the ledgers at HEAD.
public struct Sealing {
  /// The repository.
  public let repository: Repository
  /// The environment and the time, from which the signer's identity is taken.
  public let processContext: Freeze.ProcessContext

  /// Creates a sealing. It reads nothing yet.
  public init(repository: Repository, processContext: Freeze.ProcessContext) {
    self.repository = repository
    self.processContext = processContext
  }

  /// The seal of the databases that the configuration at HEAD has.
  ///
  /// - Throws: `LedgerError.seal(.damaged)` if an entry is not what its `entry.json` lists, `.nothingFrozen` if there is no
  ///   entry; other `LedgerError`s, `GitError`.
  public func seal() throws -> Seal {
    guard let head = try repository.head.commit else { throw LedgerError.nothingFrozen }
    let snapshot = try repository.snapshot(.commit(head))
    var databases: [Seal.Database] = []
    for configuration in try Configuration(from: snapshot).databases {
      let ledger = try Ledger(at: configuration.ledger, in: snapshot)
      if let finding = try ledger.integrity(in: snapshot).first(where: { $0.severity == .error }) {
        throw LedgerError.seal(.damaged(message: finding.message))
      }
      databases.append(Seal.Database(name: configuration.name, ledger: ledger))
    }
    guard databases.contains(where: { !$0.entries.isEmpty || !$0.withdrawals.isEmpty }) else {
      throw LedgerError.nothingFrozen
    }
    return Seal(commit: head.hex, databases: databases)
  }

  /// Writes a seal as the message of a signed, annotated tag on the sealed commit. A tag of this name with the same content
  /// is left as it is: the command was interrupted after it was made, or is repeated.
  ///
  /// - Throws: `GitError.referenceExists`, `GitError.signingFailed`, `GitError.noIdentity`.
  public func tag(_ seal: Seal, as name: String) async throws {
    guard let commit = ObjectID(hex: seal.commit) else { return }
    if let tag = try repository.annotatedTag(name), tag.target == commit, tag.signature != nil,
      tag.message.split(separator: "\n") == message(seal).split(separator: "\n")
    {
      return
    }
    try await repository.createSignedTag(name, on: commit, message: message(seal), tagger: try signer)
  }

  /// The signature of the seal's text as a file.
  ///
  /// - Throws: `GitError.signingFailed`, `GitError.noIdentity`.
  public func signature(of seal: Seal) async throws -> String {
    try await repository.signature(ofFile: Array(seal.text.utf8), by: try signer)
  }

  private var signer: Identity { get throws { try processContext.identities(in: repository).committer } }

  private func message(_ seal: Seal) -> String {
    let count = seal.databases.map(\.entries.count).reduce(0, +)
    return "Seal \(count) frozen version\(count == 1 ? "" : "s")\n\n\(seal.text)"
  }
}
