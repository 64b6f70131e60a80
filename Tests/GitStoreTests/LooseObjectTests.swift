import Foundation
import TestSupport
import Testing

@testable import GitStore

/// Damaged loose objects, with which libgit2 overwrites memory or does not return, are errors.
@Suite("Loose objects")
struct LooseObjectTests {
  private func object(_ text: String, compression: Int) throws -> (Sandbox, ObjectID, [UInt8]) {
    let sandbox = try Sandbox()
    try sandbox.git("config", "core.looseCompression", "\(compression)")
    try sandbox.write("file", text)
    let hex = try sandbox.git("hash-object", "-w", "file")
    let id = try #require(ObjectID(hex: hex))
    let file = try #require(FileManager.default.contents(atPath: sandbox.file(of: id)))
    return (sandbox, id, [UInt8](file))
  }

  private static let texts = [
    "", "a", String(repeating: "ab", count: 40_000),
    (0..<5000).map { "line \($0 &* 2_654_435_761 % 65_521)" }.joined(separator: "\n"),
  ]

  @Test("what git writes is valid, with any compression", arguments: texts, [0, 1, 6, 9])
  func valid(_ text: String, _ compression: Int) throws {
    let (sandbox, id, file) = try object(text, compression: compression)
    try LooseObject.check(file)
    #expect(try sandbox.open().blob(id) == bytes(text))
  }

  @Test("a file that is cut off is an error at any length", arguments: texts.prefix(3), [0, 6])
  func truncated(_ text: String, _ compression: Int) throws {
    let (sandbox, id, file) = try object(text, compression: compression)
    for length in stride(from: 0, to: file.count, by: max(1, file.count / 40)) {
      #expect(throws: LooseObject.Damage.self, "\(length)") { try LooseObject.check(Array(file.prefix(length))) }
    }
    let path = sandbox.file(of: id)
    try FileManager.default.removeItem(atPath: path)
    try Data(file.dropLast(6)).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: GitError.self) { try sandbox.open().blob(id) }
    guard case .corrupt(id, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// Adler-32: https://www.rfc-editor.org/rfc/rfc1950#section-8.2
  private static func checksum(_ content: [UInt8]) -> [UInt8] {
    var (sum, sumOfSums) = (1, 0)
    for byte in content {
      sum = (sum + Int(byte)) % 65_521
      sumOfSums = (sumOfSums + sum) % 65_521
    }
    return [sumOfSums >> 8, sumOfSums & 255, sum >> 8, sum & 255].map { UInt8($0) }
  }

  @Test("a header with another size is an error")
  func size() throws {
    let (sandbox, id, file) = try object("0123456789012345678901234567890123456789", compression: 0)
    // Without compression, the content follows two bytes of zlib and five of deflate.
    let content = bytes("blob 01") + Array(file.dropFirst(14).dropLast(4))
    let changed = Array(file.prefix(7)) + content + Self.checksum(content)
    #expect(String(decoding: file[7..<15], as: UTF8.self) == "blob 40\0")
    let path = sandbox.file(of: id)
    try FileManager.default.removeItem(atPath: path)
    try Data(changed).write(to: URL(fileURLWithPath: path))
    #expect(throws: GitError.corrupt(id, reason: "its header states 1 bytes, but it has 40")) {
      try sandbox.open().blob(id)
    }
    #expect(throws: GitError.self) { try sandbox.open().size(of: id) }
  }
}
