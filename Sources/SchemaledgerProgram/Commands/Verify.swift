import ArgumentParser
import Foundation
import GitStore
import LedgerCore
import LedgerEntries
import LedgerKit

struct Verify: AsyncParsableCommand, ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that the ledger is intact and that every version migrates to today's schema.",
    discussion: """
      With --all-history, it also checks every version found in any commit of any branch, tag or remote branch, including \
      versions that were deleted, rewritten or never merged.

      Example:
        schemaledger verify --all-history --jobs 4
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var format: ReportFormatOption

  @OptionGroup var verification: VerificationOptions

  @Option(
    help: ArgumentHelp("Verify only one part of the fixtures, such as 2/5.", valueName: "k/n"),
    transform: { text in
      guard let shard = Shard(text) else { throw ValidationError("expected k/n, such as 2/5") }
      return shard
    })
  var shard: Shard?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Merge the JSON reports of all shards; verifies nothing.", valueName: "files"))
  var merge: [String] = []

  @Option(
    help: .init(
      "Also check that everything in a seal is still there: an annotated tag, or a file with its .sig beside it.",
      valueName: "tag|file"))
  var seal: String?

  func validate() throws {
    if !merge.isEmpty {
      if shard != nil || verification.allHistory || !verification.trials.trials.isEmpty {
        throw ValidationError("--merge cannot be combined with --shard, --all-history or trials")
      }
      if seal != nil { throw ValidationError("--merge cannot be combined with --seal") }
      guard MergedReport.supports(format.format) else {
        throw ValidationError("--merge does not write JUnit: each shard writes it for its own fixtures")
      }
    }
  }

  func run() async throws {
    let terminal = options.terminal
    if !merge.isEmpty {
      let report = MergedReport(
        report: try ShardReport(merging: merge.map { try .init(at: options.file($0), named: $0) }),
        isStrict: verification.isStrict)
      report.write(format.format, to: terminal)
      if report.isFailure { throw ExitCode.finding }
      return
    }
    let repository = try options.repository()
    let present = try repository.present()
    let sealed = try await statement(in: repository)
    let report = try await verification.run(
      options.databases(in: present), in: repository, present: present, options: options, shard: shard, sealed: sealed)
    try report.write(format.format, to: terminal)
    if let sealed, format.format == .text {
      (report.breaksSeal ? terminal : terminal.confirmations).out(
        Wording.summary(of: sealed, isKept: !report.breaksSeal))
    }
    if report.isFailure { throw ExitCode.finding }
  }

  /// Reads the seal: a tag of this name, or else a file.
  private func statement(in repository: Repository) async throws -> SealedStatement? {
    guard let seal else { return nil }
    if try repository.annotatedTag(seal) != nil { return try await SealedStatement(tag: seal, in: repository) }
    let file = URL(filePath: options.file(seal))
    guard let size = try? file.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey]), size.isRegularFile == true
    else { throw LedgerError.seal(.notFound(name: seal)) }
    guard size.fileSize ?? 0 <= Seal.sizeLimit, let content = try? Data(contentsOf: file) else {
      throw LedgerError.seal(.notASeal(name: seal))
    }
    let signature = try? String(contentsOf: URL(filePath: options.file(seal) + ".sig"), encoding: .utf8)
    return try await SealedStatement(file: seal, Array(content), signature: signature, in: repository)
  }
}
