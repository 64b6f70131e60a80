import ArgumentParser

/// The form of a command's result.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// The form of a report that is kept in a file or shown beside a change.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, junit, markdown, sarif
}
