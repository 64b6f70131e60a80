public import GitStore
public import LedgerCore
public import LedgerEntries

/// A seal that was read from a tag or a file, and what is known about its signature.
public struct SealedStatement: Sendable {
  /// The name of the tag or the file.
  public let name: String
  /// The statement.
  public let seal: Seal
  /// The signature's verdict, or `nil` if there is no signature.
  public private(set) var verdict: SignatureVerdict?
  /// Another seal of the repository, whose commit follows this one's.
  private(set) var newer: String?
  /// Whether the user has said that a seal without a signature counts.
  public private(set) var allowsUnsigned = false

  /// Reads the message of an annotated tag.
  ///
  /// - Throws: `LedgerError.seal` if there is no such tag, or if it is not a seal; `GitError`.
  public init(tag name: String, in repository: Repository) async throws {
    guard let tag = try repository.annotatedTag(name) else { throw LedgerError.seal(.notFound(name: name)) }
    // The statement starts at the first brace: the line before it is for people.
    guard let start = tag.message.firstIndex(of: "{"), let seal = Seal(parsing: Array(tag.message[start...].utf8))
    else { throw LedgerError.seal(.notASeal(name: name)) }
    self.name = name
    self.seal = seal
    let verdict = try await repository.verdict(on: tag)
    let isAbout = tag.target.hex == seal.commit
    let short = name.hasPrefix("refs/tags/") ? String(name.dropFirst("refs/tags/".count)) : name
    // A signed tag could be presented under another name, as `git verify-tag` warns.
    self.verdict =
      switch verdict {
      case .good where !isAbout: .notGood(reason: "its commit is not the one that the tag names")
      case .good where tag.name != short: .notGood(reason: "the tag was signed under the name \(tag.name)")
      default: verdict
      }
  }

  /// Reads the content of a file and of its signature.
  ///
  /// - Parameter signature: the content of the file's signature, or `nil` if there is none.
  /// - Throws: `LedgerError.seal(.notASeal)`, `GitError`.
  public init(file name: String, _ content: [UInt8], signature: String?, in repository: Repository) async throws {
    guard let seal = Seal(parsing: content) else { throw LedgerError.seal(.notASeal(name: name)) }
    self.name = name
    self.seal = seal
    var verdict: SignatureVerdict?
    if let signature { verdict = try await repository.verdict(onFile: content, signature: signature) }
    self.verdict = verdict
  }
}

extension SealedStatement {
  /// The statement, as far as it is to be trusted.
  ///
  /// - Parameters:
  ///   - signers: the names or complete fingerprints of those whose signature counts; empty for those that Git trusts.
  ///   - allowsUnsigned: whether a seal without a signature counts, because something else proves who made it.
  /// - Throws: `GitError`.
  public func trusting(_ signers: [String], allowsUnsigned: Bool, in repository: Repository) async throws -> Self {
    var statement = self
    statement.allowsUnsigned = allowsUnsigned
    statement.verdict = verdict.map { $0.naming(signers) }
    statement.newer = try await newerSeal(signers, in: repository)
    return statement
  }

  /// A tag with a seal that is good, too, and whose commit has this one's among those before it.
  private func newerSeal(_ signers: [String], in repository: Repository) async throws -> String? {
    guard let own = ObjectID(hex: seal.commit), try repository.contains(own) else { return nil }
    for reference in try repository.references().all where reference.kind == .tag && reference.commit != own {
      guard let tag = try repository.annotatedTag(reference.name), tag.message.contains(Seal.predicateType),
        let other = try? await SealedStatement(tag: reference.name, in: repository),
        other.seal.commit == reference.commit.hex, case .good? = other.verdict?.naming(signers),
        try repository.mergeBases(of: own, and: [reference.commit]) == [own]
      else { continue }
      return reference.shortName
    }
    return nil
  }
}

extension SignatureVerdict {
  /// The verdict if only these people's signatures count; if none is named, those that the user's keyring trusts.
  fileprivate func naming(_ signers: [String]) -> SignatureVerdict {
    guard case .good(let signer) = self else { return self }
    if signers.contains(where: signer.isNamed) { return self }
    let key = signer.keys.first.map { " (\($0))" } ?? ""
    if !signers.isEmpty { return .notGood(reason: "it is of \(signer.name)\(key), whom --signed-by does not name") }
    return signer.doubt.map { .notGood(reason: "\($0), and --signed-by does not name \(signer.name)\(key)") } ?? self
  }
}

/// The comparison of one database with a seal.
public struct SealCheck: Sendable {
  private let statement: SealedStatement
  /// The names of all configured databases, for the database that reports about the seal as a whole; `nil` for the others.
  private let databases: [String]?

  /// - Parameter databases: the names of all configured databases, if the findings about the seal itself are to be
  ///   reported too. They belong to the seal and not to a database, so only one check reports them.
  public init(_ statement: SealedStatement, reportingOn databases: [String]?) {
    self.statement = statement
    self.databases = databases
  }

  /// - Parameters:
  ///   - ledger: the current ledger of a database.
  ///   - database: the database's name.
  /// - Throws: `GitError`.
  func findings(for ledger: Ledger, of database: String, in repository: Repository) throws -> [Finding] {
    let own = statement.missing(from: ledger, of: database)
    guard let databases else { return own }
    return try statement.findings(databases: databases, isInHistory: isInHistory(of: repository)) + own
  }

  /// Whether HEAD reaches the sealed commit.
  private func isInHistory(of repository: Repository) throws -> Bool {
    guard let commit = ObjectID(hex: statement.seal.commit), try repository.contains(commit),
      let head = try repository.head.commit
    else { return false }
    return try repository.mergeBases(of: commit, and: [head]) == [commit]
  }
}

extension SealedStatement {
  /// What the statement has and a ledger does not.
  ///
  /// - Parameters:
  ///   - ledger: the current ledger of a database.
  ///   - database: the database's name.
  /// - Returns: SL112 for each sealed entry or withdrawal that is missing. A sealed entry that was withdrawn since is not
  ///   missing: the record of its withdrawal contains it, and is always reported.
  func missing(from ledger: Ledger, of database: String) -> [Finding] {
    guard let sealed = seal.databases.first(where: { $0.name == database }) else { return [] }
    let ids = Set(ledger.items.map(\.id)).union(ledger.withdrawnIDs)
    let entries = sealed.entries.filter { !ids.contains($0.id) }.map { item in
      let other = ledger.items.first { $0.entry.version.name == item.name }
      let folder = Ledger.fixturesFolder(of: ledger.path) + "/" + item.name
      return Finding.sealedEntryMissing(
        item.name, id: item.id, seal: name, present: other?.id, path: other.map { _ in folder })
    }
    let withdrawals = Set(ledger.withdrawals.map(\.id))
    return entries
      + sealed.withdrawals.filter { !withdrawals.contains($0.id) }.map {
        .sealedWithdrawalMissing(path: Ledger.withdrawnFolder(of: ledger.path) + "/" + $0.name, seal: name)
      }
  }

  /// Findings about the seal itself: SL112 for a sealed database that is not configured, and SL113.
  ///
  /// - Parameters:
  ///   - databases: the names of the configured databases.
  ///   - isInHistory: whether HEAD reaches the sealed commit.
  func findings(databases: [String], isInHistory: Bool) -> [Finding] {
    var findings = seal.databases.filter { !databases.contains($0.name) }.map {
      Finding.sealedDatabaseMissing($0.name, ledger: $0.ledger, seal: name)
    }
    switch verdict {
    case .good: break
    case nil: if !allowsUnsigned { findings.append(.unsignedSeal(name)) }
    case .notGood(let reason): findings.append(.untrustedSeal(name, reason: reason))
    }
    if let newer { findings.append(.olderSeal(name, than: newer)) }
    if !isInHistory, let commit = ObjectID(hex: seal.commit) {
      findings.append(.sealedCommitMissing(commit, seal: name))
    }
    return findings
  }
}
