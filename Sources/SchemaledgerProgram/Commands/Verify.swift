import ArgumentParser
import Findings
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

  @OptionGroup(title: "Verification") var verification: VerificationOptions
  @OptionGroup(title: "Shards") var shards: ShardOptions
  @OptionGroup(title: "Seals") var seals: SealOptions

  @OptionGroup var format: ReportFormatOption

  @Option(
    name: .shortAndLong,
    help: .init(
      "Write the report to this file, as a whole or not at all. In a folder, the file is named after the shard.",
      valueName: "file"), completion: .file())
  var output: String?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if !shards.merge.isEmpty {
      if shards.shard != nil || verification.allHistory || !verification.trials.trials.isEmpty {
        throw ValidationError("--merge cannot be combined with --shard, --all-history or trials")
      }
      if seals.seal != nil { throw ValidationError("--merge cannot be combined with --seal") }
      if let reason = format.format.exporter.reasonNotToMerge {
        throw ValidationError("--merge does not write \(reason)")
      }
    }
  }

  func run() async throws {
    let terminal = options.terminal
    if !shards.merge.isEmpty {
      let files = try shards.merge.flatMap { try ShardFolder.reports(in: $0, at: options.file($0)) ?? [$0] }
      let merged = try ShardReport(
        merging: files.map { try .init(at: options.file($0), named: $0) }, allowsMissing: shards.allowMissing)
      let report = MergedReport(report: merged, isStrict: verification.isStrict)
      try writing(shard: nil) { try report.write(format.format, to: $0) }
      if let missing = merged.missing { throw terminal.incomplete(missing) }
      if report.isFailure { throw ExitCode.finding }
      return
    }
    let shard = try shards.shard?.shard(ProcessInfo.processInfo.environment)
    let deal = try shard.map { ShardDeal($0, by: try earlierDurations()) }
    let repository = try options.repository()
    let present = try repository.present()
    let sealed = try await statement(in: repository)
    let report = try await verification.run(
      options.databases(in: present), in: repository, present: present, options: options, deal: deal, sealed: sealed)
    try store(report.durations, shard: shard)
    try writing(shard: shard) { try report.write(format.format, to: $0) }
    if let sealed, format.format == .text {
      (report.breaksSeal ? terminal : terminal.confirmations).out(
        Wording.summary(of: sealed, isKept: !report.breaksSeal))
    }
    if report.isFailure { throw ExitCode.finding }
  }

  /// Passes the terminal, or one whose output is then written to the file of `--output`.
  private func writing(shard: Shard?, _ write: (Terminal) throws -> Void) throws {
    guard let output, output != "-" else { return try write(options.terminal) }
    let collected = CollectedOutput()
    try write(collected.terminal(isQuiet: options.quiet))
    try MemoryShortage.check()
    try store(collected.collected, to: output, shard: shard, extension: format.format.exporter.fileExtension)
  }

  private func store(_ durations: Durations, shard: Shard?) throws {
    guard let writeDurations = shards.writeDurations else { return }
    try store(durations.text, to: writeDurations, shard: shard, extension: "durations")
  }

  /// Writes a file, which has the name of the shard if the user has named a folder.
  private func store(_ text: String, to place: String, shard: Shard?, extension: String) throws {
    var name = place
    if place.hasSuffix("/") || StorePaths.isFolder(options.file(place)) {
      let base = shard.map { "shard-\($0.number)-of-\($0.count)" } ?? "verify"
      name = ShardFolder.path(of: base + "." + `extension`, in: place)
    }
    try WholeFile.write(text, to: options.file(name), named: name)
  }

  /// The times of `--durations`. Before the first run, there is no file.
  private func earlierDurations() throws -> Durations? {
    guard let durations = shards.durations else { return nil }
    guard FileManager.default.fileExists(atPath: options.file(durations)) else {
      options.terminal.warn("\(durations) does not exist, so all fixtures count as equally long")
      return nil
    }
    guard let bytes = FileManager.default.contents(atPath: options.file(durations)) else {
      throw LedgerError.file(path: durations, reason: "cannot be read")
    }
    do {
      return try Durations(text: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Failure(
        message: "\(durations): line \(error.line) is not a digest and a number of milliseconds",
        hint: "write it again with: schemaledger verify --shard 1/1 --write-durations \(durations.shellWord)")
    }
  }

  /// Reads the seal, and decides whether to trust it.
  private func statement(in repository: Repository) async throws -> SealedStatement? {
    guard let seal = seals.seal else { return nil }
    return try await statement(seal, in: repository).trusting(
      seals.signedBy, allowsUnsigned: seals.unsigned, in: repository)
  }

  /// Reads a seal: a tag of this name, or else a file.
  private func statement(_ seal: String, in repository: Repository) async throws -> SealedStatement {
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
