internal import Findings
internal import SQLiteSyntax

extension LintRule {
  /// > It is the responsibility of the user to ensure that the contents of an external content table … are kept consistent
  ///
  /// The index contains the name of the content table as text, and ALTER TABLE does not change it.
  /// https://www.sqlite.org/fts5.html#external_content_tables
  static let fullTextContentGone = LintRule(
    "SL422", "Content of a full-text index dropped", "full-text-content-gone", .error
  ) { trace in
    trace.end.sortedTables.compactMap { index in
      guard let content = index.virtual.flatMap({ $0.module.hasPrefix("fts") ? $0.content : nil }),
        trace.start.table(index.name) != nil, trace.start.has(content), !trace.end.has(content),
        let step = trace.steps.last(where: { $0.before.has(content) && !$0.after.has(content) })
      else { return nil }
      return LintFinding(
        step, FullTextContentGone(fullTextTable: index.name.text, content: content.text),
        object: index.name)
    }
  }
}

struct FullTextContentGone: LintViolation {
  let fullTextTable: String
  let content: String

  static var rule: LintRule { .fullTextContentGone }
  var message: String {
    "the full-text table \(fullTextTable) reads its content from \(content), which no longer exists: searches that read a column fail"
  }
  var help: Help {
    "create \(Keyword.quote(fullTextTable)) again with the new content table, and run its 'rebuild' command"
  }
}

extension SchemaState {
  fileprivate func has(_ name: Identifier) -> Bool {
    tables[name] != nil || views[name] != nil
  }
}
