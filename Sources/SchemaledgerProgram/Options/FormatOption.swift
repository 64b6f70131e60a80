import ArgumentParser

struct FormatOption: ParsableArguments {
  @Option(name: .long, help: "text or json.")
  var format: OutputFormat = .text
}

struct ReportFormatOption: ParsableArguments {
  @Option(
    name: .long,
    help: """
      text, json, junit (test reporters), markdown (comments), sarif (code scanning), github (annotations of GitHub \
      Actions, after the text) or gitlab (Code Quality).
      """)
  var format: ReportFormat = .text
}
