import GitStore
import Testing

@testable import LedgerCore

@Suite("Ledgers that a configuration names")
struct NamedLedgersTests {
  private func tell(_ yaml: String) -> [String] {
    let named = NamedLedgers(yaml: yaml)
    return named.ledgers.map { "\($0.database ?? "-") \($0.folder)" } + named.retired.sorted().map { "retired \($0)" }
  }

  @Test(
    "are found in any text",
    arguments: [
      ("source: {kind: migrations, path: db}", ["App SchemaLedger"]),
      ("ledger: ./Old/\nsource: {kind: migrations, path: db}", ["App Old"]),
      ("databases: {a: {ledger: L}, b: {source: 1}}", ["a L", "b SchemaLedger/b"]),
      ("retired: {Old: gone}\nledger: New", ["App New", "retired Old"]),
      // Keys and values of another release.
      ("ledger: L\nunknown: [1, {a: b}]\nsource: {kind: none}", ["App L"]),
      // A value that never was a ledger's folder.
      ("ledger: ../L", []),
      ("databases: [a]", ["App SchemaLedger"]),
      // Not YAML at all, such as a file with the marks of a conflict.
      ("<<<<<<< HEAD\nledger: Ours\n=======\nledger: 'Theirs'\n>>>>>>> topic\n: [", ["- Ours", "- Theirs"]),
      ("source: [", ["- SchemaLedger"]),
      ("", ["- SchemaLedger"]),
    ])
  func found(yaml: String, expected: [String]) { #expect(tell(yaml) == expected) }

  @Test("a configuration retires ledgers, each with a reason")
  func retired() throws {
    let source = "source: {kind: migrations, path: db, convention: plain}\n"
    let configuration = try Configuration(yaml: source + "retired:\n  Old/: the cache is not shipped any more\n")
    #expect(configuration.retired == ["Old": "the cache is not shipped any more"])
    for yaml in ["retired: Old\n", "retired: [Old]\n", "retired: {Old: ''}\n", "retired: {SchemaLedger: gone}\n"] {
      #expect(throws: LedgerError.self) { try Configuration(yaml: source + yaml) }
    }
  }
}
