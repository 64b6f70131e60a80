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

  @OptionGroup var options: GlobalOptions
  @OptionGroup var format: ReportFormatOption

  @OptionGroup var verification: VerificationOptions

  @Option(
    help: ArgumentHelp(
      "Verify only one part of the fixtures, such as 2/5, or auto: the part that SCHEMALEDGER_SHARD or the variables of a CI or a batch system name.",
      valueName: "k/n|auto"))
  var shard: ShardChoice?

  @Option(
    help: .init(
      "Balance the shards by the times in this file, which --write-durations has written. Each shard needs the same file.",
      valueName: "file"), completion: .file())
  var durations: String?

  @Option(
    help: .init(
      "Write how long each fixture of the shard took. In a folder, the file is named after the shard.",
      valueName: "file"), completion: .file())
  var writeDurations: String?

  @Option(
    name: .shortAndLong,
    help: .init(
      "Write the report to this file, as a whole or not at all. In a folder, the file is named after the shard.",
      valueName: "file"), completion: .file())
  var output: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Merge the JSON reports of all shards: files, or a folder. Verifies nothing.", valueName: "files"))
  var merge: [String] = []

  @Flag(help: "With --merge: also merge if shards are missing. The report says which, and the exit status is 2.")
  var allowMissing = false

  @Option(
    help: .init(
      "Also check that everything in a seal is still there: an annotated tag, or a file with its .sig beside it.",
      valueName: "tag|file"))
  var seal: String?

  @Option(
    help: .init(
      "With --seal: only this person's signature counts, by name or complete fingerprint of the key. Repeat it for several. In CI, name them outside the repository.",
      valueName: "signer"))
  var signedBy: [String] = []

  @Flag(help: "With --seal: accept a seal without a signature, because something else proves who made it.")
  var unsigned = false

  func validate() throws {
    if seal == nil, unsigned || !signedBy.isEmpty { throw ValidationError("--signed-by and --unsigned need --seal") }
    if unsigned, !signedBy.isEmpty { throw ValidationError("--unsigned cannot be combined with --signed-by") }
    if shard == nil, durations ?? writeDurations != nil {
      throw ValidationError("--durations and --write-durations need --shard, such as --shard 1/1")
    }
    if !merge.isEmpty {
      if shard != nil || verification.allHistory || !verification.trials.trials.isEmpty {
        throw ValidationError("--merge cannot be combined with --shard, --all-history or trials")
      }
      if seal != nil { throw ValidationError("--merge cannot be combined with --seal") }
      if let reason = format.format.exporter.reasonNotToMerge {
        throw ValidationError("--merge does not write \(reason)")
      }
    } else if allowMissing {
      throw ValidationError("--allow-missing needs --merge")
    }
  }

  func run() async throws {
    let terminal = options.terminal
    if !merge.isEmpty {
      let files = try merge.flatMap { try ShardFolder.reports(in: $0, at: options.file($0)) ?? [$0] }
      let merged = try ShardReport(
        merging: files.map { try .init(at: options.file($0), named: $0) }, allowsMissing: allowMissing)
      let report = MergedReport(report: merged, isStrict: verification.isStrict)
      try writing(shard: nil) { try report.write(format.format, to: $0) }
      if let missing = merged.missing { throw terminal.incomplete(missing) }
      if report.isFailure { throw ExitCode.finding }
      return
    }
    let shard = try self.shard?.shard(ProcessInfo.processInfo.environment)
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
    guard let writeDurations else { return }
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
    guard let durations else { return nil }
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
    guard let seal else { return nil }
    return try await statement(seal, in: repository).trusting(signedBy, allowsUnsigned: unsigned, in: repository)
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
