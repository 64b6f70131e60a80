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

  /// Of a file with a report.
  var fileExtension: String {
    switch self {
    case .text, .github: "txt"
    case .json, .gitlab: "json"
    case .junit: "xml"
    case .markdown: "md"
    case .sarif: "sarif"
    }
  }
}
