import ArgumentParser
import Foundation
import GitStore
import LedgerCore
import LedgerKit

/// The options of `init` and `freeze` for freezing past releases.
struct BackfillOptions: ParsableArguments {
  @Option(
    help: .init(
      "Freeze every release whose tag matches, such as 'v*': one entry for each distinct schema.", valueName: "glob"
    ))
  var fromTags: String?

  @Flag(help: "With --from-tags: show what would be frozen, and write nothing.")
  var dryRun = false

  @Flag(help: "Do not first rebuild a frozen version to check that history still produces the same bytes.")
  var noControl = false

  func validate() throws {
    if dryRun, fromTags == nil { throw ValidationError("--dry-run needs --from-tags") }
  }
}

/// Plans a backfill from a glob of tags, and shows the progress.
struct Backfilling {
  let options: GlobalOptions
  let choice: BackfillOptions
  let trust: Trust
  let repository: Repository

  private var backfill: Backfill {
    Backfill(repository: repository, processContext: .now(options, trust))
  }

  /// - Parameters:
  ///   - commits: whether a commit follows.
  ///   - choosesNames: see ``Backfill/plan(_:_:commits:controls:choosesNames:progress:)``.
  func plan(
    _ tags: ReleaseTags, _ databases: [DatabaseConfiguration], commits: Bool, choosesNames: Bool = false
  ) async throws -> [BackfillPlan] {
    let terminal = options.terminal
    defer { terminal.progress("") }
    var plans: [BackfillPlan] = []
    for database in databases {
      plans.append(
        try await backfill.plan(
          tags, database, commits: commits && !choice.dryRun, controls: !choice.noControl,
          choosesNames: choosesNames
        ) { progress in
          terminal.progress("reading \(progress.tag)  \(progress.done)/\(progress.total)")
        })
    }
    return plans
  }

  func record(_ plans: [BackfillPlan], commits: Bool) async throws -> ObjectID? {
    try await backfill.record(plans, commits: commits)
  }
}

extension Freeze.ProcessContext {
  /// The context of this process.
  ///
  /// - Parameter trust: which commands of the repository may be run; only a command that may run some has it.
  static func now(_ options: GlobalOptions, _ trust: Trust = .allowed(in: nil)) -> Freeze.ProcessContext {
    Freeze.ProcessContext(
      environment: options.environment, now: .now, temporaryFolder: FileManager.default.temporaryDirectory,
      commandEnvironment: options.commandEnvironment(trust), willWrite: Interruption.hold)
  }
}
