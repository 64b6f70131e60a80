public import CanonicalJSON
public import Findings
package import Foundation
internal import GitStore
internal import SQLiteSandbox

extension Finding {
  /// What was found and the circumstances, for reports: `facts` in `Docs/json/definitions.schema.json`.
  ///
  /// - Throws: `EncodingError` for a number of rows that is larger than `Int`.
  public var factsJSON: JSONValue {
    get throws {
      var members = try JSONValue(encoding: kind).object ?? [:]
      members["kind"] = .string(kind.name)
      members["foreignKeys"] = foreignKeys.map { .bool($0) }
      members["frozenWith"] = frozenWith.map { .string($0) }
      members["cause"] = cause.map { ["path": .string($0.path), "role": .string($0.role.rawValue)] }
      return .object(members)
    }
  }
}

extension [Finding] {
  /// The findings as JSON, from which a later run can read them again; `nil` if one of them has something that is
  /// determined in each run: commits, a waiver, or an error that depends on more than the migrations, the rows and the
  /// database.
  package var stored: JSONValue? {
    // Reading makes sure that nothing is lost, whatever properties findings will have.
    guard allSatisfy({ $0.commits.isEmpty && $0.waiver == nil }),
      let data = try? JSONEncoder.storing.encode(self),
      let json = JSONValue(parsing: [UInt8](data), allowsFractions: true),
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

extension JSONEncoder {
  /// An encoder that stores the whole of each finding. A finding that depends on more than the migrations, the rows and the
  /// database may not be encodable.
  package static var storing: JSONEncoder {
    let encoder = JSONEncoder()
    if let key = CodingUserInfoKey.storesErrors { encoder.userInfo[key] = true }
    return encoder
  }
}

extension FindingCode: Codable {
  /// Decodes a code of this program.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let code = FindingCode(rawValue: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is not a code of a finding")
    }
    self = code
  }

  /// Encodes the code as people write it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension LedgerError: Codable {
  /// The errors that depend on nothing but the migrations, the rows and the database. Other errors keep only message and hint.
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
