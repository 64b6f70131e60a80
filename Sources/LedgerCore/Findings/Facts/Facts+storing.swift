package import CanonicalJSON
internal import Foundation
internal import SQLiteSandbox

// How findings about one upgrade are stored for later runs. Encoding throws for what no upgrade finds; such a finding is
// not stored.

extension [Finding] {
  /// The findings as JSON, from which they can be read again; `nil` if one of them has something that is not stored.
  package var stored: JSONValue? {
    // Reading makes sure that nothing is lost, whatever properties findings will have.
    guard let data = try? JSONEncoder().encode(self), let json = JSONValue(parsing: [UInt8](data)),
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
  /// The facts that an upgrade can have.
  private enum Stored: Codable {
    case damaged(file: String, EntryDamage)
    case migration(MigrationFacts)
    case rows(RowFacts)
    case trial(TrialFacts)
    case customRows(CustomRowFacts)
  }

  package init(from decoder: any Decoder) throws {
    self =
      switch try Stored(from: decoder) {
      case .damaged(let file, let damage): .ledger(.damaged(file: file, damage))
      case .migration(let facts): .migration(facts)
      case .rows(let facts): .rows(facts)
      case .trial(let facts): .trial(facts)
      case .customRows(let facts): .customRows(facts)
      }
  }

  package func encode(to encoder: any Encoder) throws {
    let stored: Stored =
      switch self {
      case .ledger(.damaged(let file, let damage)): .damaged(file: file, damage)
      case .migration(let facts): .migration(facts)
      case .rows(let facts): .rows(facts)
      case .trial(let facts): .trial(facts)
      case .customRows(let facts): .customRows(facts)
      case .ledger, .drift, .branches, .assumption, .rule, .waiver: throw Unstored.value(encoder)
      }
    try stored.encode(to: encoder)
  }
}

extension LedgerError: Codable {
  /// The errors that depend on nothing but the migrations, the rows and the database.
  private enum Stored: Codable {
    case sqlFailed(path: String, line: Int?, SchemaError)
    case transactionLeftOpen(path: String)
    case rowsAreNoSchema(path: String, line: Int, statement: String)
  }

  /// Decodes an error that SQL has caused.
  public init(from decoder: any Decoder) throws {
    self =
      switch try Stored(from: decoder) {
      case .sqlFailed(let path, let line, let error): .sqlFailed(path: path, line: line, error: error)
      case .transactionLeftOpen(let path): .transactionLeftOpen(path: path)
      case .rowsAreNoSchema(let path, let line, let statement):
        .rowsAreNoSchema(path: path, line: line, statement: statement)
      }
  }

  /// Encodes an error that SQL has caused.
  ///
  /// - Throws: `EncodingError` for any other error.
  public func encode(to encoder: any Encoder) throws {
    let stored: Stored =
      switch self {
      case .sqlFailed(let path, let line, let error): .sqlFailed(path: path, line: line, error)
      case .transactionLeftOpen(let path): .transactionLeftOpen(path: path)
      case .rowsAreNoSchema(let path, let line, let statement):
        .rowsAreNoSchema(path: path, line: line, statement: statement)
      default: throw Unstored.value(encoder)
      }
    try stored.encode(to: encoder)
  }
}

// The commits and the waivers of a finding are determined in each run.

extension Finding.Commit: Codable {
  /// Always throws.
  public init(from decoder: any Decoder) throws { throw Unstored.value(decoder) }

  /// Always throws.
  public func encode(to encoder: any Encoder) throws { throw Unstored.value(encoder) }
}

extension Waiver: Codable {
  /// Always throws.
  public init(from decoder: any Decoder) throws { throw Unstored.value(decoder) }

  /// Always throws.
  public func encode(to encoder: any Encoder) throws { throw Unstored.value(encoder) }
}

private enum Unstored {
  static func value(_ encoder: any Encoder) -> EncodingError {
    EncodingError.invalidValue(
      "", EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "it is not stored"))
  }

  static func value(_ decoder: any Decoder) -> DecodingError {
    DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "it is not stored"))
  }
}
