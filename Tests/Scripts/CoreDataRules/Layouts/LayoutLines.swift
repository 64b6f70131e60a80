import EntityModel
import Foundation

/// Prints the statements that `StoreLayout` derives from models, for `compare.py`.
///
/// Each line of the standard input is a model document, or the content of `Z_MODELCACHE` in hexadecimal after `cache `.
/// Each line of the output is a JSON object with the statements and the rows of `Z_PRIMARYKEY`, or with an error.
@main
struct LayoutLines {
  static func main() throws {
    while let line = readLine() {
      let output: [String: Any]
      do {
        let layout = try StoreLayout(of: model(line))
        output = [
          "statements": layout.statements,
          "primaryKeys": layout.entities.map { [layout.number(of: $0), $0, layout.superentityNumber(of: $0)] },
        ]
      } catch {
        output = ["error": "\(error)"]
      }
      print(String(decoding: try JSONSerialization.data(withJSONObject: output), as: UTF8.self))
    }
  }

  private static func model(_ line: String) throws -> DeclaredModel {
    guard line.hasPrefix("cache ") else { return try DeclaredModel(parsing: Array(line.utf8)) }
    let digits = Array(line.dropFirst("cache ".count).utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    return try DeclaredModel(managedObjectModel: bytes)
  }
}
