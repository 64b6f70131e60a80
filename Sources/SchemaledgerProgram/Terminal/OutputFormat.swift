import ArgumentParser

/// The format of a command's result.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// The format of a command that reads many files.
enum StreamFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, ndjson
}
