internal import CManual

/// The pages of Docs, which are part of the program, so that they are there without a network and have its version.
public enum Manual {
  /// All pages: those at the top of Docs, then those in its folders.
  public static let pages: [ManualPage] = (0..<schemaledger_page_count).map { index in
    let page = schemaledger_page_at(index).pointee
    return ManualPage(path: String(cString: page.path), text: page.text)
  }

  /// The JSON Schemas of the files that people write: their paths below Docs, such as `json/waivers.schema.json`, and their
  /// texts.
  public static let schemas: [(path: String, text: String)] = (0..<schemaledger_schema_count).map { index in
    let schema = schemaledger_schema_at(index).pointee
    return (String(cString: schema.path), schema.text)
  }

  /// The page with a name, in upper or lower case, with or without hyphens.
  public static func page(named name: String) -> ManualPage? {
    let key = Self.key(name)
    return pages.first { Self.key($0.name) == key }
  }

  /// What explains a code of a finding: the page of a rule, or the section of the page about findings.
  ///
  /// - Parameter code: such as `SL302` or `sl302`.
  public static func explanation(of code: String) -> (page: ManualPage, blocks: [MarkdownBlock])? {
    let anchor = code.lowercased()
    guard anchor.hasPrefix("sl") else { return nil }
    if let page = page(named: anchor) { return (page, page.blocks) }
    guard let page = page(named: "findings"), let section = page.section(anchor) else { return nil }
    return (page, section)
  }

  private static func key(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" } }
}

extension schemaledger_page {
  fileprivate var text: String { String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self) }
}
