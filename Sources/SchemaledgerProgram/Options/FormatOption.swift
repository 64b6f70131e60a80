import ArgumentParser

struct FormatOption: ParsableArguments {
  @Option(name: .long, help: "text or json.")
  var format: OutputFormat = .text
}

struct ReportFormatOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(ReportFormat.help))
  var format: ReportFormat = .text
}
