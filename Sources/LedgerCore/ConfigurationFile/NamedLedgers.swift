internal import Yams

/// The ledgers that the text of a configuration names, even if this program cannot read the rest of it: a past commit may
/// have keys that are unknown today, and a mistake in one line hides no ledger.
package struct NamedLedgers: Sendable, Hashable {
  /// A database and its ledger.
  package struct Named: Sendable, Hashable {
    /// The name of the database; `nil` if it could not be read.
    package let database: String?
    /// The ledger's folder.
    package let folder: String

    /// Creates a pair.
    package init(database: String?, folder: String) {
      self.database = database
      self.folder = folder
    }
  }

  /// The databases in the order of the text.
  package let ledgers: [Named]
  /// The folders under `retired`.
  package let retired: Set<String>

  /// Creates the ledgers of a configuration that was read, or is about to be committed.
  package init(_ ledgers: [Named], retired: Set<String> = []) {
    self.ledgers = ledgers
    self.retired = retired
  }

  /// Reads the text of `schemaledger.yml`.
  package init(yaml: String) {
    guard let root = (try? ConfigurationReader.root(of: yaml))?.mapping else {
      self.init(Self.linesNamingLedgers(in: yaml))
      return
    }
    let retired = (root["retired"]?.mapping ?? [:]).compactMap { Self.folder($0.key) }
    guard let databases = root["databases"]?.mapping else {
      let folder = root["ledger"].map(Self.folder) ?? Configuration.defaultLedger
      let named = folder.map { [Named(database: Configuration.defaultDatabase, folder: $0)] } ?? []
      self.init(named, retired: Set(retired))
      return
    }
    let named = databases.compactMap { key, value -> Named? in
      guard let name = key.scalar?.string else { return nil }
      let own = value.mapping?["ledger"].map(Self.folder) ?? "\(Configuration.defaultLedger)/\(name)"
      return own.map { Named(database: name, folder: $0) }
    }
    self.init(named, retired: Set(retired))
  }

  private static func folder(_ node: Node) -> String? {
    let path = try? ConfigurationReader.path(node, "ledger")
    return path?.isEmpty == false ? path : nil
  }

  /// What follows `ledger:` in a text that is not YAML, or the default folder.
  private static func linesNamingLedgers(in text: String) -> [Named] {
    let folders = text.split(whereSeparator: \.isNewline).compactMap { line -> String? in
      let words = line.split(separator: ":", maxSplits: 1)
      guard words.count == 2, words[0].trimmed == "ledger" else { return nil }
      return (try? Yams.compose(yaml: words[1].trimmed)).flatMap(Self.folder)
    }
    return (folders.isEmpty ? [Configuration.defaultLedger] : folders).map { Named(database: nil, folder: $0) }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var rest = self
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
