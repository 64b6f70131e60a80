import ArgumentParser

/// Which part of the fixtures a run verifies, and how parts are merged.
struct ShardOptions: ParsableArguments {
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
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Merge the JSON reports of all shards: files, or a folder. Verifies nothing.", valueName: "files"))
  var merge: [String] = []

  @Flag(help: "With --merge: also merge if shards are missing. The report says which, and the exit status is 2.")
  var allowMissing = false

  func validate() throws {
    if shard == nil, durations ?? writeDurations != nil {
      throw ValidationError("--durations and --write-durations need --shard, such as --shard 1/1")
    }
    if merge.isEmpty, allowMissing { throw ValidationError("--allow-missing needs --merge") }
  }
}
