import ArgumentParser

/// The format of a command's result.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// The format of a command that reads many files.
enum StreamFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, ndjson
}

/// The format of a report that is written to a file or shown beside a change.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, junit, markdown, sarif, github, gitlab
}
