import ArgumentParser
import GitStore

/// Options of commands that read the whole history.
struct HistoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Include matching references, such as 'refs/pull/*'; repeatable.",
      discussion: "A shell pattern, as for git log --glob. By default, pull requests are not included.",
      valueName: "glob"))
  var includeRefs: [String] = []

  var references: ReferenceSelection { ReferenceSelection(including: includeRefs) }
}
