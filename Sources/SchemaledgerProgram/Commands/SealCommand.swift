import ArgumentParser
import Findings
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit

struct SealCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seal",
    abstract: "Write a signed statement of everything that is frozen at HEAD.",
    discussion: """
      Entries bind those before them, but nothing in the repository binds the newest ones. A seal that is kept elsewhere \
      proves with 'verify --seal' that they are still there and unchanged. It is signed with the program and the key \
      that Git signs tags with. Without an option, the statement is printed, for a program that signs it.

      Example:
        schemaledger seal --tag sealed-1.2.0 && git push origin sealed-1.2.0
        schemaledger seal --output ledger.intoto.json
      """)

  @Option(help: .init("Write it as a signed, annotated tag on HEAD.", valueName: "name"))
  var tag: String?

  @Option(help: .init("Write it to a file, and its signature to the same name with .sig.", valueName: "file"))
  var output: String?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if tag != nil, output != nil { throw ValidationError("--tag and --output cannot be combined") }
  }

  func run() async throws {
    let repository = try options.repository()
    let sealing = Sealing(repository: repository, processContext: .now(options))
    let seal = try sealing.seal()
    try MemoryShortage.check()
    let terminal = options.terminal.confirmations
    if let tag {
      try options.startWriting(repository)
      defer { repository.endWriting() }
      try await sealing.tag(seal, as: tag)
      terminal.out("sealed \(Self.summary(seal))  (tag \(tag))")
      terminal.out("  to publish it: git push origin \(("refs/tags/" + tag).shellWord)")
    } else if let output {
      let file = options.file(output)
      let signature = try await sealing.signature(of: seal)
      try WholeFile.write(seal.text, to: file, named: output)
      try WholeFile.write(signature + "\n", to: file + ".sig", named: output + ".sig")
      terminal.out("sealed \(Self.summary(seal))  (\(output), \(output).sig)")
      terminal.out("  keep both outside the repository; to check them: schemaledger verify --seal \(output.shellWord)")
    } else {
      terminal.document(.json(seal.json))
    }
  }

  /// The versions, such as `3 versions, the last is 1.2.0`.
  private static func summary(_ seal: Seal) -> String {
    seal.databases.map { database in
      let count = database.entries.count
      let last = database.entries.last.map { ", the last is \($0.name)" } ?? ""
      let name = seal.databases.count == 1 ? "" : database.name + ": "
      return "\(name)\(count) version\(count == 1 ? "" : "s")\(last)"
    }.joined(separator: "; ")
  }
}
