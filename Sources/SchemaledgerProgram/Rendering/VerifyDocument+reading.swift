import CanonicalJSON
import Findings

extension VerifyDocument {
  /// What tells a report from other JSON, whichever version of the program has written it.
  struct Heading: Decodable {
    struct Shard: Decodable {
      let missing: [Int]?
    }

    let command: Command
    let schemaledger: String
    let shard: Shard?
  }

  /// Reads a report of `verify --format json`.
  ///
  /// - Parameter file: the name that the user gave.
  /// - Throws: `Failure` if the bytes are something else. It names a member that is missing or has another type.
  init(_ bytes: [UInt8], file: String) throws {
    let hint: DisplayText = "schemaledger verify --format json > \(file.shellWord)"
    guard (try? JSONValue.decode(Heading.self, from: bytes)) != nil else {
      throw Failure(message: "\(file) is not a report of verify", hint: hint)
    }
    do {
      self = try JSONValue.decode(from: bytes)
    } catch let error as DecodingError {
      throw Failure(message: "\(file) is not a report of verify: \(error.problem)", hint: hint)
    }
  }
}
