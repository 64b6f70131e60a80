import GitStore
import LedgerCore
import LedgerEntries
import TestSupport
import Testing

/// The expectations are those of `git check-attr`; the last test asks it.
@Suite("Attributes of a ledger")
struct LedgerAttributesTests {
  private static let old =
    "# Frozen files are compared byte by byte.\n* -text\n*.sqlite -text -merge diff=schemaledger\n"
  private static let new =
    String(decoding: LedgerFolder.files(at: "db/Ledger").first?.1 ?? [], as: UTF8.self)

  /// What refuses a ledger at `db/Ledger` with these files of attributes: a path, its line and the attribute.
  private static func refusal(_ files: [String: String]) throws -> String? {
    let entry = ["db/Ledger/Fixtures/1.0.0/entry.json": "{}", "db/Ledger/Fixtures/1.0.0/App.sqlite": "x"]
    let snapshot = FileSnapshot(memory: files.merging(entry) { $1 }.mapValues(bytes))
    do {
      _ = try Ledger(at: "db/Ledger", in: snapshot).integrity(in: snapshot, only: [])
      return nil
    } catch LedgerError.attributesConvert(let path, let line, let attribute) {
      return "\(path):\(line) \(attribute ?? "file")"
    }
  }

  @Test(
    "attributes above a ledger count if its own file does not unset them",
    arguments: [
      ("* text=auto eol=crlf", nil, nil),
      ("*.sqlite filter=lfs diff=lfs merge=lfs -text", ".gitattributes:1 filter", nil),
      ("*.png filter=lfs -text", nil, nil), ("assets/** filter=lfs", nil, nil), ("# db/** filter=lfs", nil, nil),
      ("\n/db/** ident", ".gitattributes:2 ident", nil), ("db/Ledger/ filter=x", nil, nil),
      ("*.json working-tree-encoding=UTF-16", ".gitattributes:1 working-tree-encoding", nil),
      ("[attr]big filter=lfs\n*.sqlite big", ".gitattributes:2 filter", nil), ("*.sqlite binary", nil, nil),
      ("*.[a-z]* filter=x", ".gitattributes:1 filter", nil),
    ] as [(String, String?, String?)])
  func above(text: String, withOld: String?, withNew: String?) throws {
    #expect(try Self.refusal([".gitattributes": text, "db/Ledger/.gitattributes": Self.old]) == withOld)
    #expect(try Self.refusal([".gitattributes": text, "db/Ledger/.gitattributes": Self.new]) == withNew)
  }

  @Test("without a file of its own, a ledger has the attributes of the folders above")
  func without() throws {
    #expect(try Self.refusal([:]) == nil)
    #expect(try Self.refusal([".gitattributes": "* text=auto"]) == ".gitattributes:1 text")
    #expect(try Self.refusal(["db/.gitattributes": "*.sqlite eol=lf"]) == "db/.gitattributes:1 eol")
    #expect(try Self.refusal(["db/.gitattributes": "*.swift eol=lf"]) == nil)
  }

  @Test("neither the ledger's own file nor one below it converts")
  func own() throws {
    let path = "db/Ledger/.gitattributes"
    #expect(try Self.refusal([path: Self.new + "*.sql text eol=crlf\n"]) == "\(path):4 eol")
    #expect(try Self.refusal([path: Self.new + "*.sql linguist-generated\n"]) == nil)
    // Then eol of a folder above decides.
    #expect(try Self.refusal([path: Self.new + "*.sql !text\n"]) == "\(path):4 text")
    let below = "db/Ledger/Fixtures/.gitattributes"
    #expect(try Self.refusal([path: Self.new, below: "* diff\n"]) == "\(below):1 file")
  }

  @Test("Git converts nothing in a ledger with the file that init writes")
  func git() throws {
    let sandbox = try Sandbox()
    try sandbox.write(".gitattributes", "* text eol=crlf ident filter=lfs working-tree-encoding=UTF-16\n")
    try sandbox.write("db/Ledger/.gitattributes", Self.new)
    let attributes = ["text", "eol", "crlf", "ident", "filter", "working-tree-encoding"]
    let found = try sandbox.git(["check-attr"] + attributes + ["--", "db/Ledger/Fixtures/1.0.0/App.sqlite"])
    let values = found.split(separator: "\n").compactMap { $0.split(separator: ":").last.map { $0.dropFirst() } }
    // Where text is unset, Git does not look at eol.
    #expect(values == ["unset", "crlf", "unspecified", "unset", "unset", "unspecified"])
  }
}
