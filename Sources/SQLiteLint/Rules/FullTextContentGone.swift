internal import SQLiteSyntax

extension LintRule {
  /// > It is the responsibility of the user to ensure that the contents of an external content table … are kept consistent
  ///
  /// The index contains the name of the content table as text, and ALTER TABLE does not change it.
  /// https://www.sqlite.org/fts5.html#external_content_tables
  static let fullTextContentGone = LintRule("SL422", "full-text-content-gone", .error) { trace in
    trace.end.sortedTables.compactMap { index in
      guard let content = index.virtual.flatMap({ $0.module.foldedASCII.hasPrefix("fts") ? $0.content : nil }),
        trace.start.table(index.name) != nil, trace.start.has(content), !trace.end.has(content),
        let step = trace.steps.last(where: { $0.before.has(content) && !$0.after.has(content) })
      else { return nil }
      return LintFinding(
        step, .rebuiltTable(.fullTextContentGone(fullTextTable: index.name, content: content)), object: index.name)
    }
  }
}

extension SchemaState {
  fileprivate func has(_ name: String) -> Bool {
    tables[name.foldedASCII] != nil || views[name.foldedASCII] != nil
  }
}
