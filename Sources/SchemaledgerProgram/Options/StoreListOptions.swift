import ArgumentParser
import Foundation
import LedgerCore
import LedgerKit

/// The database files of a command that reads many of them, and the form of its report.
struct StoreListOptions: ParsableArguments {
  @Option(help: "text, json, or ndjson (a line of JSON for each file, in the order in which they are read).")
  var format: StreamFormat = .text

  @Argument(
    help: .init("Database files, and folders whose database files are meant.", valueName: "store"), completion: .file())
  var stores: [String] = []

  @Option(help: .init("Also read the paths in this file, one in each line; - for standard input.", valueName: "list"))
  var filesFrom: String?

  @Flag(
    name: [.customShort("0"), .long], help: "In the list, each path ends with a null byte, as find -print0 writes it.")
  var null = false

  @Option(
    help: .init("The number of files to read at the same time (default: one for each processor).", valueName: "count"))
  var jobs: Int?

  @Option(
    help: .init("Leave out the files in this output of --format ndjson, which an earlier run wrote.", valueName: "file")
  )
  var resume: String?

  @Option(
    help: .init(
      "Read only one part of the files, such as 2/5, or auto: the part that SCHEMALEDGER_SHARD or the variables of a CI or a batch system name.",
      valueName: "k/n|auto"))
  var shard: ShardChoice?

  @Option(
    name: .shortAndLong,
    help: .init(
      "Write the report to this file, as a whole or not at all. In a folder, the file is named after the shard.",
      valueName: "file"), completion: .file())
  var output: String?

  func validate() throws {
    if stores.isEmpty, filesFrom == nil {
      throw ValidationError("name database files, folders, or a list of them with --files-from")
    }
    if null, filesFrom == nil { throw ValidationError("--null needs --files-from") }
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs must be between 1 and 256") }
    if resume != nil, format != .ndjson { throw ValidationError("--resume needs --format ndjson") }
  }

  /// Whether the user named a few files, and nothing that may be many.
  func isFew(_ options: GlobalOptions) -> Bool {
    filesFrom == nil && stores.count <= 10 && !stores.contains { StorePaths.isFolder(options.file($0)) }
  }

  /// Refuses a format in which a command reports one file only.
  ///
  /// - Throws: `ValidationError`.
  func requireOneForJSON(_ options: GlobalOptions) throws {
    if format == .json, !isFew(options) || stores.count != 1 {
      throw ValidationError("--format json describes one file; for several, use --format ndjson")
    }
  }

  /// - Throws: `LedgerError.file` if the list cannot be read, and the errors of `ShardChoice.shard`.
  func paths(_ options: GlobalOptions) throws -> StorePaths {
    let shard = try shard?.shard(ProcessInfo.processInfo.environment)
    return try StorePaths(
      stores: stores, list: filesFrom, separator: null ? 0 : UInt8(ascii: "\n"),
      leavingOut: resume.map { try StorePaths.finished(in: options.file($0), named: $0) } ?? [],
      in: shard == .whole ? nil : shard, file: options.file)
  }
}
