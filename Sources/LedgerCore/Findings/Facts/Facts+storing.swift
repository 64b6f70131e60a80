package import CanonicalJSON
internal import Foundation
internal import GitStore
internal import LedgerEntries
internal import SQLiteSandbox

// How findings are stored for later runs, and in the reports of shards. Encoding throws for what `verify` does not find.

extension [Finding] {
  /// The findings as JSON, from which a later run can read them again; `nil` if one of them has something that is
  /// determined in each run: commits, a waiver, or an error that depends on more than the migrations, the rows and the
  /// database.
  package var stored: JSONValue? {
    // Reading makes sure that nothing is lost, whatever properties findings will have.
    guard allSatisfy({ $0.commits.isEmpty && $0.waiver == nil }),
      let data = try? JSONEncoder().encode(self), let json = JSONValue(parsing: [UInt8](data)),
      let read = [Finding](stored: json), read == self
    else { return nil }
    return json
  }

  /// The findings in JSON from ``stored``; `nil` for other JSON.
  package init?(stored: JSONValue) {
    guard let findings = try? JSONDecoder().decode([Finding].self, from: Data(stored.canonical.utf8)) else {
      return nil
    }
    self = findings
  }
}

extension Facts: Codable {
  /// The facts that `verify` can have.
  private enum Stored: Codable {
    case ledger(LedgerFacts)
    case drift(DriftFacts)
    case models(ModelFacts)
    case migration(MigrationFacts)
    case rows(RowFacts)
    case trial(TrialFacts)
    case customRows(CustomRowFacts)
    case assumption(AssumptionFacts)
    case waiver(WaiverFacts)
  }

  package init(from decoder: any Decoder) throws {
    self =
      switch try Stored(from: decoder) {
      case .ledger(let facts): .ledger(facts)
      case .drift(let facts): .drift(facts)
      case .models(let facts): .models(facts)
      case .migration(let facts): .migration(facts)
      case .rows(let facts): .rows(facts)
      case .trial(let facts): .trial(facts)
      case .customRows(let facts): .customRows(facts)
      case .assumption(let facts): .assumption(facts)
      case .waiver(let facts): .waiver(facts)
      }
  }

  package func encode(to encoder: any Encoder) throws {
    let stored: Stored =
      switch self {
      case .ledger(let facts): .ledger(facts)
      case .drift(let facts): .drift(facts)
      case .models(let facts): .models(facts)
      case .migration(let facts): .migration(facts)
      case .rows(let facts): .rows(facts)
      case .trial(let facts): .trial(facts)
      case .customRows(let facts): .customRows(facts)
      case .assumption(let facts): .assumption(facts)
      case .waiver(let facts): .waiver(facts)
      case .branches, .rule: throw Unstored.value(encoder)
      }
    try stored.encode(to: encoder)
  }
}

extension LedgerError: Codable {
  /// The errors that depend on nothing but the migrations, the rows and the database. Of any other, only the words.
  private enum Stored: Codable {
    case sqlFailed(path: String, line: Int?, SchemaError)
    case transactionLeftOpen(path: String)
    case rowsAreNoSchema(path: String, line: Int, statement: String)
    case reported(message: String, hint: String?)
  }

  /// Decodes an error that SQL has caused, and any other as ``reported(message:hint:)``.
  public init(from decoder: any Decoder) throws {
    self =
      switch try Stored(from: decoder) {
      case .sqlFailed(let path, let line, let error): .sqlFailed(path: path, line: line, error: error)
      case .transactionLeftOpen(let path): .transactionLeftOpen(path: path)
      case .rowsAreNoSchema(let path, let line, let statement):
        .rowsAreNoSchema(path: path, line: line, statement: statement)
      case .reported(let message, let hint): .reported(message: message, hint: hint)
      }
  }

  /// Encodes an error that SQL has caused, and of any other the message and the hint.
  public func encode(to encoder: any Encoder) throws {
    let stored: Stored =
      switch self {
      case .sqlFailed(let path, let line, let error): .sqlFailed(path: path, line: line, error)
      case .transactionLeftOpen(let path): .transactionLeftOpen(path: path)
      case .rowsAreNoSchema(let path, let line, let statement):
        .rowsAreNoSchema(path: path, line: line, statement: statement)
      default: .reported(message: message, hint: hint)
      }
    try stored.encode(to: encoder)
  }
}

extension UnreadableEntry: Codable {
  /// The errors of Git that a folder can have.
  private enum Stored: Codable {
    case entry(EntryError)
    case corrupt(ObjectID, reason: String)
    case tooLarge(ObjectID, size: Int, limit: Int)
    case rewritten
  }

  package init(from decoder: any Decoder) throws {
    self =
      switch try Stored(from: decoder) {
      case .entry(let error): .entry(error)
      case .corrupt(let id, let reason): .git(.corrupt(id, reason: reason))
      case .tooLarge(let id, let size, let limit): .git(.objectTooLarge(id, size: size, limit: limit))
      case .rewritten: .rewritten
      }
  }

  package func encode(to encoder: any Encoder) throws {
    let stored: Stored =
      switch self {
      case .entry(let error): .entry(error)
      case .git(.corrupt(let id, let reason)): .corrupt(id, reason: reason)
      case .git(.objectTooLarge(let id, let size, let limit)): .tooLarge(id, size: size, limit: limit)
      case .git: throw Unstored.value(encoder)
      case .rewritten: .rewritten
      }
    try stored.encode(to: encoder)
  }
}

private enum Unstored {
  static func value(_ encoder: any Encoder) -> EncodingError {
    EncodingError.invalidValue(
      "", EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "it is not stored"))
  }
}
