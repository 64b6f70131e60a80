import ArgumentParser

struct FormatOption: ParsableArguments {
  @Option(name: .long, help: "text or json.")
  var format: OutputFormat = .text
}

struct ReportFormatOption: ParsableArguments {
  @Option(
    name: .long,
    help: "text, json, junit (test reporters), markdown (comments) or sarif (code scanning).")
  var format: ReportFormat = .text
}
