import Digests
import Foundation
import TestSupport
import Testing

@testable import GitStore

/// What is stored for later runs, in the form that all of it has.
@Suite("Stored values")
struct StoredValuesTests {
  /// Something that is stored.
  struct Sample: CustomTestStringConvertible {
    let name: String
    let kind: String
    let values: [(key: String, value: ArraySlice<UInt8>)]

    var testDescription: String { name }

    init(_ name: String, _ kind: String, _ values: [(String, [UInt8])]) {
      self.name = name
      self.kind = kind
      self.values = values.map { ($0.0, $0.1[...]) }
    }
  }

  static let samples = [
    Sample("results", "results 6", [(sha256("a"), bytes(#"{"findings":[]}"#)), (sha256("b"), bytes("{}"))]),
    Sample("entries", "entries 2 1 source", [(sha256("a"), []), (sha256("b"), [])]),
    Sample("sources", "sources 3", [("record", bytes("{}")), (sha256("a"), bytes("0")), ("record", bytes("\n 3\n"))]),
    Sample("reversals", "reversals 3", [(sha256("a"), bytes("2 x,y"))]),
    Sample("removed-entries", "removed entries 2", [(sha256("a"), bytes("a b\0c\n\0"))]),
    Sample("history/0", "history", [(sha256("a"), (0...255).map { $0 })]),
    Sample("history-results/0", "history result", [(sha256("a"), [10, 10, 0, 255, 32, 10])]),
  ]

  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func file(_ sample: Sample) -> URL {
    URL(fileURLWithPath: sandbox.root + "/.git/schemaledger/" + sample.name)
  }

  private func stored(
    _ sample: Sample, _ variables: [String: String] = [:], kind: String? = nil
  ) throws -> StoredValues {
    StoredValues(in: try sandbox.open(nil, variables).caches, sample.name, as: kind ?? sample.kind)
  }

  private func text(_ values: [(key: String, value: ArraySlice<UInt8>)]) -> [String] {
    values.map { "\($0.key) \(Array($0.value))" }
  }

  @Test("values are read as they were written, in their order", arguments: samples)
  func written(_ sample: Sample) throws {
    #expect(try stored(sample).read().isEmpty)
    try stored(sample).write(sample.values)
    #expect(try text(stored(sample).read()) == text(sample.values))
    try stored(sample).write([])
    #expect(try stored(sample).read().isEmpty)
  }

  @Test("a file with a wrong byte, or a part of a file, counts as empty", arguments: samples)
  func damaged(_ sample: Sample) throws {
    try stored(sample).write(sample.values)
    let whole = try Data(contentsOf: file(sample))
    for place in whole.indices {
      var wrong = whole
      wrong[place] ^= 1
      for content in [wrong, whole.prefix(place), whole.prefix(place) + Data("\n".utf8)] where content != whole {
        try content.write(to: file(sample))
        #expect(try stored(sample).read().isEmpty, "byte \(place)")
      }
    }
    try whole.write(to: file(sample))
    #expect(try text(stored(sample).read()) == text(sample.values))
  }

  @Test("a file of another key, kind or repository counts as empty", arguments: samples)
  func foreign(_ sample: Sample) throws {
    try stored(sample, ["XDG_STATE_HOME": sandbox.folder + "/other"]).write(sample.values)
    #expect(try stored(sample).read().isEmpty)
    try stored(sample, kind: sample.kind + "0").write(sample.values)
    #expect(try stored(sample).read().isEmpty)
    let copy = sandbox.folder + "/copy"
    try sandbox.git("clone", "--quiet", sandbox.root, copy)
    StoredValues(in: try sandbox.open(copy).caches, sample.name, as: sample.kind).write(sample.values)
    try FileManager.default.removeItem(at: file(sample))
    try FileManager.default.copyItem(
      at: URL(fileURLWithPath: copy + "/.git/schemaledger/" + sample.name), to: file(sample))
    #expect(try stored(sample).read().isEmpty)
  }

  @Test(
    "content in another form counts as empty, even from the holder of the key",
    arguments: [
      "a", "a\n", "a 1\n", "a 1\nx", "a 1\nxy\n", "a -1\n\n", "a 9223372036854775807\nx\n", "a 1 1\nx\n", "a 1\nx\nb",
    ])
  func malformed(_ content: String) throws {
    let caches = try sandbox.open().caches
    caches.write([bytes(content)], to: "results", as: "results 6")
    #expect(StoredValues(in: caches, "results", as: "results 6").read().isEmpty)
  }

  @Test("only the first values of too many are written")
  func bounded() throws {
    let sample = Self.samples[0]
    let many = (0...StoredValues.capacity).map { (key: "\($0)", value: bytes("x")[...]) }
    try stored(sample).write(many)
    #expect(try text(stored(sample).read()) == text(Array(many.dropLast())))
    let large = ArraySlice(repeating: UInt8(1), count: 30 << 20)
    try stored(sample).write([("a", large), ("b", large), ("c", large), ("d", [])])
    #expect(try stored(sample).read().map(\.key) == ["a", "b"])
  }
}
