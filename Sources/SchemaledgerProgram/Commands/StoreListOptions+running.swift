import ArgumentParser
import Foundation
import GitStore
import LedgerCore
import LedgerKit

extension StoreListOptions {
  /// Reads all files and writes the report.
  ///
  /// - Parameters:
  ///   - command: the name of the command, in JSON and in the name of a file.
  ///   - paths: the files, as ``paths(_:)`` finds them.
  ///   - isEnough: whether to stop after an answer.
  ///   - read: answers for a file, on several threads at the same time. `UnreadStore` concerns the file alone, and any other
  ///     error ends the run.
  /// - Throws: `ExitCode` if a file is not as it should be, or could not be read; the error of a single file; `LedgerError`,
  ///   `Failure` for the list or the output.
  func run<Answer: StoreAnswer>(
    _ command: String, _ options: GlobalOptions, _ paths: StorePaths, isEnough: (Answer) -> Bool = { _ in false },
    read: @escaping (StorePaths.File) throws -> Answer
  ) throws {
    let file = try outputFile(of: command, options)
    let output = file?.terminal(isQuiet: options.quiet) ?? options.terminal
    let result =
      format == .text && isFew(options) || format == .json && Answer.isDocument
      ? try runFew(options, paths, output, read)
      : try withoutActuallyEscaping(isEnough) { try runMany(command, options, paths, output, file, $0, read) }
    try file?.finish()
    if result.mayRetry { throw ExitCode(2) }
    if result.hasBad { throw ExitCode.finding }
  }

  /// A few files have a paragraph each, and one may have a document.
  private func runFew<Answer: StoreAnswer>(
    _ options: GlobalOptions, _ paths: StorePaths, _ output: Terminal, _ read: (StorePaths.File) throws -> Answer
  ) throws -> (hasBad: Bool, mayRetry: Bool) {
    var answers: [Answer] = []
    var unread: [UnreadStore] = []
    while let file = try paths.next() {
      do {
        answers.append(try read(file))
      } catch let error as UnreadStore {
        if stores.count == 1 { throw error.error }
        unread.append(error)
      }
    }
    for (place, answer) in answers.enumerated() {
      if format == .json {
        output.document(.json(try answer.json()))
        continue
      }
      if place > 0, Answer.wording.separatesParagraphs { output.out("") }
      answer.write(to: output)
    }
    if !answers.isEmpty, !unread.isEmpty, Answer.wording.separatesParagraphs { output.out("") }
    for store in unread {
      output.out("\(store.name) is \(output.styled(Answer.wording.undone, .error)): \(store.reason)")
    }
    answers.compactMap(\.caution).first?.warn(options.terminal)
    return (!unread.isEmpty || !answers.allSatisfy(\.isGood), unread.contains(where: \.mayBeTransient))
  }

  private func runMany<Answer: StoreAnswer>(
    _ command: String, _ options: GlobalOptions, _ paths: StorePaths, _ output: Terminal, _ file: OutputFile?,
    _ isEnough: @escaping (Answer) -> Bool, _ read: @escaping (StorePaths.File) throws -> Answer
  ) throws -> (hasBad: Bool, mayRetry: Bool) {
    let report = StoreListReport<Answer>(
      of: command, to: output, terminal: options.terminal, format: format, expectedCount: paths.expectedCount)
    try StoreRun(paths, read: read) { outcome in
      switch outcome {
      case .read(let answer):
        try report.add(answer)
        if isEnough(answer) { return false }
      case .unread(let store): report.add(store)
      }
      return file?.hasFailed != true
    }.run(jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    // A mistyped folder must not look like a fleet in which all is well.
    if report.count == 0, paths.finishedCount == 0, paths.otherCount == 0 {
      throw paths.nothingFound
    }
    report.end(skipped: paths.skippedCount, finished: paths.finishedCount)
    return (report.hasBad, report.mayRetry)
  }

  /// The file of `--output`, or `nil` for standard output.
  func outputFile(of command: String, _ options: GlobalOptions) throws -> OutputFile? {
    guard let output, output != "-" else { return nil }
    var name = output
    if output.hasSuffix("/") || StorePaths.isFolder(options.file(output)) {
      let shard = try shard?.shard(ProcessInfo.processInfo.environment)
      let base = shard.map { "shard-\($0.number)-of-\($0.count)" } ?? command
      name += (output.hasSuffix("/") ? "" : "/") + base + "." + format.fileExtension
    }
    return try OutputFile(at: options.file(name), named: name)
  }
}

extension StreamFormat {
  /// Of a file with a report.
  fileprivate var fileExtension: String {
    switch self {
    case .text: "txt"
    case .json: "json"
    case .ndjson: "ndjson"
    }
  }
}
