public import CanonicalJSON
internal import Digests

/// The record that a freeze was a mistake: the content of a file in a ledger's `Withdrawn` folder.
///
/// It contains the whole `entry.json` of the withdrawn entry, so it withdraws exactly that content, whatever else the
/// version had or will have, and successors of the entry keep their connection with its parents. Like an entry, it is
/// canonical JSON, its SHA-256 is its id, and it names the entries before it. Time and author are those of the commit
/// that adds it.
public struct Withdrawal: Sendable, Hashable {
  /// The format that this code writes, and the newest it can read.
  public static let format = 1
  /// The greatest number of characters in a reason.
  public static let reasonLimit = 1000
  /// The greatest size of a file, which contains an entry and a reason.
  private static let sizeLimit = 17 << 20

  /// The content of the `entry.json` that is withdrawn.
  public let entry: Entry
  /// The id of ``entry``.
  public let entryID: String
  /// The ids of the latest entries and withdrawals before it, sorted.
  public let parents: [String]
  /// Why the freeze was a mistake: one line of text.
  public let reason: String
  /// The SHA-256 of ``bytes``.
  public let id: String

  /// Creates the record. White space in the reason becomes single spaces.
  ///
  /// - Throws: `EntryError.invalidReason`.
  public init(of entry: Entry, reason: String, parents: [String]) throws(EntryError) {
    let words = reason.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if let problem = Self.problem(with: words) { throw .invalidReason(problem) }
    self.init(entry, words, parents.sorted())
  }

  private init(_ entry: Entry, _ reason: String, _ parents: [String]) {
    self.entry = entry
    self.reason = reason
    self.parents = parents
    entryID = entry.id
    id = sha256(Array(Self.json(entry, reason, parents).canonical.utf8))
  }

  private static func problem(with reason: String) -> String? {
    if reason.isEmpty { return "it is empty" }
    if reason.count > reasonLimit { return "it is longer than \(reasonLimit) characters" }
    let isInvisible = { (scalar: Unicode.Scalar) in
      scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
    }
    return reason.unicodeScalars.contains(where: isInvisible) ? "it contains a control character" : nil
  }
}

extension Withdrawal {
  private static func json(_ entry: Entry, _ reason: String, _ parents: [String]) -> JSONValue {
    [
      "entry": entry.json, "format": .number(format), "parents": .array(parents.map { .string($0) }),
      "reason": .string(reason),
    ]
  }

  /// The JSON of the file.
  public var json: JSONValue { Self.json(entry, reason, parents) }

  /// The bytes of the file.
  public var bytes: [UInt8] { Array(json.canonical.utf8) }

  /// `<version>-<first 12 digits of the id>.json`: two branches that withdraw one entry for different reasons add
  /// different files.
  public var fileName: String { "\(entry.version)-\(id.prefix(12)).json" }

  /// Parses a file of the `Withdrawn` folder.
  ///
  /// - Parameter path: the path of the file, whose name must be ``fileName``.
  /// - Throws: `EntryError.newerFormat`; `EntryError.notAnEntry` if the file is not canonical JSON, lacks a key or has an
  ///   unknown one, or has a value or a name that ``init(of:reason:parents:)`` would not give it.
  public init(parsing bytes: [UInt8], path: String) throws(EntryError) {
    func reject(_ reason: String) -> EntryError { .notAnEntry(folder: path, reason: reason) }
    guard bytes.count <= Self.sizeLimit else { throw reject("it is larger than 17 MiB") }
    guard let json = JSONValue(parsing: bytes) else { throw reject("it is not JSON") }
    guard json.canonical.utf8.elementsEqual(bytes) else {
      throw reject("it is not in canonical form: it was edited or has a duplicate key")
    }
    guard let format = json["format"]?.number else { throw reject("it has no format") }
    guard format == Self.format else { throw .newerFormat(folder: path, format: format) }
    guard let content = json["entry"], let reason = json["reason"]?.string,
      let names = json["parents"]?.array, case let parents = names.compactMap(\.string), parents.count == names.count
    else { throw reject("it lacks a key, or a value has the wrong type") }
    let entry = try Entry(parsing: Array(content.canonical.utf8), folder: path)
    guard let withdrawal = try? Withdrawal(of: entry, reason: reason, parents: parents) else {
      throw reject("its reason is not valid")
    }
    guard withdrawal.json == json else {
      throw reject("its reason or its parents are not in canonical form, or it has an unknown key")
    }
    guard path.split(separator: "/").last.map(String.init) == withdrawal.fileName else {
      throw reject("its content belongs into \(withdrawal.fileName)")
    }
    self = withdrawal
  }
}
