import ArgumentParser
import GitStore

/// Options of commands that read the whole history.
struct HistoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also references that match, such as 'refs/pull/*'; may be given again.",
      discussion: "A shell pattern, as for git log --glob. Pull requests are left out otherwise.", valueName: "glob"))
  var includeRefs: [String] = []

  var references: ReferenceSelection { ReferenceSelection(including: includeRefs) }
}
