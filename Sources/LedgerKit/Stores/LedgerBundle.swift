internal import CanonicalJSON
internal import Digests
internal import Findings
internal import Foundation
public import GitStore
public import LedgerCore
internal import LedgerEntries

/// The frozen versions of a repository in one file, for machines without Git. `Docs/EntryFormat.md` describes the format.
///
/// It is lines of canonical JSON: what it contains, the entries with their files, the withdrawals, and the digest of all lines
/// before. The same ledger makes the same bytes.
public struct LedgerBundle {
  /// The format that this code writes, and the newest it can read.
  public static let format = 1
  private static let type = "schemaledger bundle"

  /// What is known of versions that are not in the ledger.
  private enum History: String {
    case complete, partial, none
  }

  fileprivate struct Content {
    let database: DatabaseConfiguration
    var present: [FrozenFixture] = []
    var past: [FrozenFixture] = []
    var withdrawals: [Withdrawal] = []
  }

  private let configuration: String
  private let history: History
  private var contents: [Content]

  /// The number of versions in the ledgers.
  public var presentCount: Int { contents.reduce(0) { $0 + $1.present.count } }
  /// The number of contents that only the history has.
  public var pastCount: Int { contents.reduce(0) { $0 + $1.past.count } }
  /// The number of contents of the history that cannot be read, or that are damaged. They are not in the bundle.
  public private(set) var leftOutCount = 0
  /// Whether the clone lacks commits.
  public var isHistoryPartial: Bool { history == .partial }

  /// Collects the versions of databases.
  ///
  /// - Parameter includesHistory: whether to include versions that were deleted, rewritten or never merged.
  /// - Throws: `LedgerError.file` if an entry of the ledger is damaged, `.nothingFrozen`, `GitError`.
  public init(of databases: [DatabaseConfiguration], in repository: Repository, includesHistory: Bool) throws {
    let present = try repository.present()
    guard let yaml = try present.read(Configuration.fileName), let text = String(validating: yaml, as: UTF8.self) else {
      throw LedgerError.noConfiguration(path: Configuration.fileName)
    }
    configuration = text
    contents = []
    var isPartial = false
    for database in databases {
      let ledger = try Ledger(at: database.ledger, in: present)
      if let finding = try ledger.integrity(in: present).first(where: { $0.severity == .error }) {
        throw LedgerError.file(path: database.ledger, reason: finding.message)
      }
      var content = Content(database: database, withdrawals: ledger.withdrawals)
      content.present = try ledger.items.map { try FrozenFixture($0, in: present) }
      if includesHistory {
        let past = try PastFixtures(of: database, beside: ledger, in: repository)
        content.past = past.fixtures.filter { $0.damagedFile == nil }.sorted { one, other in
          (one.entry.version, one.id) < (other.entry.version, other.id)
        }
        leftOutCount += past.unreadCount + past.fixtures.count - content.past.count
        isPartial = isPartial || past.isPartial
      }
      contents.append(content)
    }
    history = !includesHistory ? .none : isPartial ? .partial : .complete
    guard presentCount + pastCount > 0 else { throw LedgerError.nothingFrozen }
  }

  /// The versions, to compare stores with.
  public var versions: FrozenVersions {
    get throws {
      var files: [String: [UInt8]] = [:]
      for content in contents {
        for fixture in content.present {
          let folder = Ledger.folder(of: fixture.entry.version, in: content.database.ledger)
          for (name, bytes) in fixture.files { files[folder + "/" + name] = bytes }
        }
        let folder = Ledger.withdrawnFolder(of: content.database.ledger)
        for withdrawal in content.withdrawals { files[folder + "/" + withdrawal.fileName] = withdrawal.bytes }
      }
      let past = Dictionary(contents.map { ($0.database.name, $0.past) }, uniquingKeysWith: { first, _ in first })
      return FrozenVersions(
        contents.map(\.database), in: FileSnapshot(memory: files),
        past: history == .none ? .unknown : .recorded(past, isPartial: history == .partial))
    }
  }
}

// MARK: Writing

extension LedgerBundle {
  /// The content of the file.
  public var text: String {
    let header: JSONValue = [
      "configuration": .string(configuration),
      "databases": .array(
        contents.map { content in
          [
            "entries": .number(content.present.count + content.past.count), "name": .string(content.database.name),
            "withdrawals": .number(content.withdrawals.count),
          ]
        }), "format": .number(Self.format), "history": .string(history.rawValue), "type": .string(Self.type),
    ]
    var lines = [header.canonical]
    for content in contents {
      let name = JSONValue.string(content.database.name)
      for (fixtures, isPresent) in [(content.present, true), (content.past, false)] {
        lines += fixtures.map { fixture in
          let files = fixture.files.filter { fixture.entry.files[$0.key] != nil }
          let line: JSONValue = [
            "database": name, "entry": fixture.entry.json,
            "files": .object(files.mapValues { .string(Data($0).base64EncodedString()) }), "present": .bool(isPresent),
          ]
          return line.canonical
        }
      }
      lines += content.withdrawals.map { withdrawal in
        let line: JSONValue = ["database": name, "withdrawal": withdrawal.json]
        return line.canonical
      }
    }
    let text = lines.map { $0 + "\n" }.joined()
    let end: JSONValue = ["sha256": .string(sha256(Array(text.utf8)))]
    return text + end.canonical + "\n"
  }
}

// MARK: Reading

extension LedgerBundle {
  /// Reads a file that ``text`` has made. Nothing in it is accepted that its digests do not confirm.
  ///
  /// - Parameter name: the path that the user gave.
  /// - Throws: `LedgerError.file` with what is wrong, `.invalidConfiguration`.
  public init(parsing bytes: [UInt8], named name: String) throws {
    func reject(_ reason: String) -> LedgerError { .file(path: name, reason: reason) }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let header = lines.first.flatMap({ JSONValue(parsing: Array($0)) }), header["type"]?.string == Self.type,
      let format = header["format"]?.number
    else { throw reject("is not a bundle that schemaledger export has written") }
    guard format == Self.format else {
      throw reject("has format \(format), and this schemaledger reads format \(Self.format)")
    }
    guard lines.count > 2, lines.last?.isEmpty == true, let end = JSONValue(parsing: Array(lines[lines.count - 2])),
      let digest = end["sha256"]?.string
    else { throw reject("is not complete: its last line, the digest of the others, is missing") }
    guard digest == sha256(Array(bytes[..<lines[lines.count - 2].startIndex])) else {
      throw reject("is damaged: its content does not have the digest that its last line states")
    }
    guard let configuration = header["configuration"]?.string, let databases = header["databases"]?.array,
      let history = header["history"]?.string.flatMap(History.init)
    else { throw reject("is not valid: its first line lacks a key") }
    let known = try Configuration(yaml: configuration).databases
    var contents = try databases.map { database -> Content in
      guard let database = known.first(where: { $0.name == database["name"]?.string }) else {
        throw reject("is not valid: its configuration lacks one of its databases")
      }
      return Content(database: database)
    }
    for (number, line) in lines.dropLast(2).enumerated().dropFirst() {
      guard let json = JSONValue(parsing: Array(line)),
        let place = contents.firstIndex(where: { $0.database.name == json["database"]?.string })
      else { throw reject("is not valid: line \(number + 1) is about no database") }
      do {
        try contents[place].add(json, in: name)
      } catch let error as EntryError {
        throw reject("is not valid: line \(number + 1): \(error.reason)")
      }
    }
    for (content, stated) in zip(contents, databases)
    where stated["entries"]?.number != content.present.count + content.past.count
      || stated["withdrawals"]?.number != content.withdrawals.count
    {
      throw reject("is not valid: its first line states other numbers of versions than it has")
    }
    self.init(configuration: configuration, history: history, contents: contents)
  }

  private init(configuration: String, history: History, contents: [Content]) {
    (self.configuration, self.history, self.contents) = (configuration, history, contents)
  }
}

extension LedgerBundle.Content {
  /// Adds what a line contains.
  fileprivate mutating func add(_ json: JSONValue, in bundle: String) throws {
    func reject(_ reason: String) -> EntryError { .notAnEntry(folder: bundle, reason: reason) }
    if let document = json["withdrawal"] {
      let bytes = Array(document.canonical.utf8)
      guard let version = document["entry"]?["version"]?.string else { throw reject("it is no withdrawal") }
      let fileName = "\(version)-\(sha256(bytes).prefix(12)).json"
      withdrawals.append(try Withdrawal(parsing: bytes, path: bundle + "/" + fileName))
      return
    }
    guard let document = json["entry"], let encoded = json["files"]?.object,
      case .bool(let isPresent)? = json["present"]
    else { throw reject("it is neither an entry nor a withdrawal") }
    let bytes = Array(document.canonical.utf8)
    let entry = try Entry(parsing: bytes, folder: bundle)
    guard Set(encoded.keys) == Set(entry.files.keys), !encoded.keys.contains(where: { $0.contains("/") }) else {
      throw reject("the files of \(entry.version) are not those that its entry names")
    }
    var files = [Entry.fileName: bytes]
    for (name, value) in encoded {
      guard let data = value.string.flatMap({ Data(base64Encoded: $0) }) else {
        throw reject("\(name) of \(entry.version) is not base64")
      }
      files[name] = Array(data)
    }
    let fixture = FrozenFixture(
      entry: entry, id: sha256(bytes), commits: [], folder: Ledger.folder(of: entry.version, in: database.ledger),
      files: files)
    if let file = fixture.damagedFile { throw reject("\(file) of \(entry.version) does not have its digest") }
    if isPresent {
      guard !present.contains(where: { $0.entry.version == entry.version }) else {
        throw reject("\(entry.version) is in it twice")
      }
      present.append(fixture)
    } else {
      past.append(fixture)
    }
  }
}
