public import CanonicalJSON

/// A statement of what a repository had frozen at a commit: the ids of all entries and withdrawals of each ledger.
///
/// It is an [in-toto Statement](https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md). Its subjects are
/// files of the repository with their SHA-256, which are the ids, so that `sha256sum` can check it too. Signed and kept
/// outside the repository, it proves what history alone cannot: that the newest entries are still there after a rewrite
/// that left no reference to them.
public struct Seal: Sendable, Hashable {
  /// The value of `_type`.
  public static let statementType = "https://in-toto.io/Statement/v1"
  /// The value of `predicateType`.
  public static let predicateType = "urn:schemaledger:seal:v1"
  /// The greatest size of a statement in bytes.
  public static let sizeLimit = 16 << 20

  /// A sealed entry or withdrawal.
  public struct Item: Sendable, Hashable {
    /// The version of an entry, or the file name of a withdrawal.
    public let name: String
    /// The SHA-256 of `entry.json`, or of the withdrawal's file.
    public let id: String
  }

  /// What was sealed of one database.
  public struct Database: Sendable, Hashable {
    /// The name in the configuration.
    public let name: String
    /// The ledger's folder, from the top of the repository.
    public let ledger: String
    /// The entries, lowest version first.
    public let entries: [Item]
    /// The withdrawals, by their file names.
    public let withdrawals: [Item]
    /// The ids of the latest entries, which no other entry names as its parent.
    public let heads: [String]

    /// The content of a ledger.
    public init(name: String, ledger: Ledger) {
      self.name = name
      self.ledger = ledger.path
      entries = ledger.items.map { Item(name: $0.entry.version.name, id: $0.id) }
      withdrawals = ledger.withdrawals.map { Item(name: $0.fileName, id: $0.id) }.sorted { $0.name < $1.name }
      heads = ledger.heads.map(\.id).sorted()
    }

    fileprivate init?(_ json: JSONValue, _ subjects: [String: String]) {
      guard let name = json["name"]?.string, let ledger = json["ledger"]?.string, let heads = json["heads"]?.array
      else { return nil }
      self.name = name
      self.ledger = ledger
      self.heads = heads.compactMap(\.string)
      let entries = Ledger.fixturesFolder(of: ledger) + "/"
      let withdrawals = Ledger.withdrawnFolder(of: ledger) + "/"
      var found: (entries: [(Version, Item)], withdrawals: [Item]) = ([], [])
      for (path, id) in subjects {
        if path.hasPrefix(entries), path.hasSuffix("/" + Entry.fileName) {
          let name = String(path.dropFirst(entries.count).dropLast(Entry.fileName.count + 1))
          guard let version = try? Version(name) else { return nil }
          found.entries.append((version, Item(name: name, id: id)))
        } else if path.hasPrefix(withdrawals) {
          found.withdrawals.append(Item(name: String(path.dropFirst(withdrawals.count)), id: id))
        }
      }
      self.entries = found.entries.sorted { $0.0 < $1.0 }.map(\.1)
      self.withdrawals = found.withdrawals.sorted { $0.name < $1.name }
      // The heads are among the entries, so a head without its subject means that subjects were removed.
      guard Set(self.heads).isSubset(of: self.entries.map(\.id)) else { return nil }
    }
  }

  /// The commit that was sealed: 40 hexadecimal digits.
  public let commit: String
  /// In the order of the configuration.
  public let databases: [Database]

  /// Creates a statement.
  public init(commit: String, databases: [Database]) {
    self.commit = commit
    self.databases = databases
  }

  /// Reads a statement; `nil` if the text is not one, lacks a subject, or has other members than ``json``. Of two
  /// members of one name, another program may read the other one.
  public init?(parsing bytes: [UInt8]) {
    guard bytes.count <= Self.sizeLimit, let json = JSONValue(parsing: bytes),
      json["_type"]?.string == Self.statementType, json["predicateType"]?.string == Self.predicateType,
      let commit = json["predicate"]?["commit"]?.string, let databases = json["predicate"]?["databases"]?.array,
      let subjects = json["subject"]?.array
    else { return nil }
    var ids: [String: String] = [:]
    for subject in subjects {
      guard let name = subject["name"]?.string, let id = subject["digest"]?["sha256"]?.string,
        ids.updateValue(id, forKey: name) == nil
      else { return nil }
    }
    let read = databases.compactMap { Database($0, ids) }
    // A subject that no database has would be sealed without being checked.
    guard read.count == databases.count, Set(read.map(\.name)).count == read.count,
      read.map({ $0.entries.count + $0.withdrawals.count }).reduce(0, +) == ids.count
    else { return nil }
    self.init(commit: commit, databases: read)
    // In any layout, but with the same members in the same order.
    guard Self.withoutLayout(bytes) == Array(self.json.canonical.utf8) else { return nil }
  }

  /// JSON without the white space between its tokens.
  private static func withoutLayout(_ bytes: [UInt8]) -> [UInt8] {
    var isInString = false
    var isEscaped = false
    return bytes.filter { byte in
      if isInString {
        (isInString, isEscaped) = (isEscaped || byte != UInt8(ascii: "\""), !isEscaped && byte == UInt8(ascii: "\\"))
        return true
      }
      isInString = byte == UInt8(ascii: "\"")
      return ![0x20, 0x09, 0x0A, 0x0D].contains(byte)
    }
  }

  /// The statement.
  public var json: JSONValue {
    let subjects = databases.flatMap { database in
      database.entries.map { ("\(Ledger.fixturesFolder(of: database.ledger))/\($0.name)/\(Entry.fileName)", $0.id) }
        + database.withdrawals.map { ("\(Ledger.withdrawnFolder(of: database.ledger))/\($0.name)", $0.id) }
    }
    return [
      "_type": .string(Self.statementType),
      "predicate": [
        "commit": .string(commit),
        "databases": .array(
          databases.map { database in
            [
              "heads": .array(database.heads.map { .string($0) }), "ledger": .string(database.ledger),
              "name": .string(database.name),
            ]
          }),
      ],
      "predicateType": .string(Self.predicateType),
      "subject": .array(subjects.map { ["digest": ["sha256": .string($0.1)], "name": .string($0.0)] }),
    ]
  }

  /// The text of a file or of a tag's message.
  public var text: String { json.pretty }
}
