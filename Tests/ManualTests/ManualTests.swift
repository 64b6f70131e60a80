import Foundation
import Testing

@testable import Manual

@Suite("Manual")
struct ManualTests {
  private static let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs")
    .standardizedFileURL

  @Test func `the program has each page of Docs as it is`() throws {
    var paths: [String] = []
    for folder in ["", "Rules/"] {
      let names = try FileManager.default.contentsOfDirectory(atPath: Self.docs.appending(path: folder).path)
      paths += names.filter { $0.hasSuffix(".md") }.map { folder + $0 }
    }
    #expect(Set(Manual.pages.map(\.path)) == Set(paths), "run .ci/manual-pages")
    for page in Manual.pages {
      let text = try String(contentsOf: Self.docs.appending(path: page.path), encoding: .utf8)
      #expect(page.text == text, "\(page.path)")
    }
  }

  @Test func `the program has the schemas for editors as they are`() throws {
    #expect(Manual.schemas.map(\.path) == ["json/configuration.schema.json", "json/waivers.schema.json"])
    for schema in Manual.schemas {
      #expect(
        try schema.text == String(contentsOf: Self.docs.appending(path: schema.path), encoding: .utf8), "\(schema.path)"
      )
    }
  }

  @Test func `names are unique, and every page has a title`() {
    let names = Manual.pages.map(\.name)
    #expect(Set(names).count == names.count)
    for page in Manual.pages {
      let titles = page.blocks.filter { if case .heading(1, _) = $0 { true } else { false } }
      #expect(titles.count == 1, "\(page.path)")
      #expect(page.blocks.first == titles.first, "\(page.path)")
    }
  }

  @Test func `pages are found by name`() {
    #expect(Manual.page(named: "entry-format")?.path == "EntryFormat.md")
    #expect(Manual.page(named: "EntryFormat")?.path == "EntryFormat.md")
    #expect(Manual.page(named: "rules")?.path == "Rules/README.md")
    #expect(Manual.page(named: "SL412")?.path == "Rules/SL412.md")
    #expect(Manual.page(named: "nothing") == nil)
  }

  @Test func `a code is explained by its section, or by its page`() throws {
    let section = try #require(Manual.explanation(of: "sl302"))
    #expect(section.page.path == "Findings.md")
    #expect(section.blocks.first == .heading(level: 3, [.text("SL302")]))
    #expect(!section.blocks.contains(.heading(level: 3, [.text("SL303")])))
    #expect(Manual.explanation(of: "SL412")?.page.path == "Rules/SL412.md")
    #expect(Manual.explanation(of: "SL999") == nil)
    #expect(Manual.explanation(of: "findings") == nil)
  }

  @Test func `written blocks are read as the same blocks`() {
    for page in Manual.pages {
      let written = ManualPage(path: page.path, text: page.blocks.markdown).blocks
      #expect(written == page.blocks.map(\.withoutLinksToPages), "\(page.path)")
    }
  }

  @Test func `links lead to pages`() throws {
    let page = try #require(Manual.page(named: "SL412"))
    #expect(page.name(ofTarget: "../Findings.md#sl302") == "findings")
    #expect(page.name(ofTarget: "SL411.md") == "sl411")
    #expect(page.name(ofTarget: "#bad") == "sl412")
    #expect(page.name(ofTarget: "https://sqlite.org/a.md") == nil)
    #expect(page.name(ofTarget: "../../README.md") == nil)
    #expect(page.name(ofTarget: "../json/check.schema.json") == nil)
  }

  /// The reader knows only what the pages use, so this is its proof: whatever else a page used would remain as a mark.
  @Test func `no mark remains in the text of any page`() {
    for page in Manual.pages {
      for text in page.blocks.flatMap(\.texts) {
        for mark in ["**", "](", "`", "|", "<!--", "\\", "~~", "![", "    "] where text.contains(mark) {
          Issue.record("\(page.path): '\(mark)' in: \(text)")
        }
        let first = text.split(separator: " ").first ?? ""
        #expect(!["*", "-", ">", "#", "##", "###", "+", "1."].contains(first), "\(page.path): \(text)")
      }
    }
  }

  /// No line of a page is lost: all its words are in the blocks.
  @Test func `every word of a page is in its blocks`() {
    for page in Manual.pages {
      let words = page.text.words
      let found = page.blocks.map(\.source).joined(separator: "\n").words
      #expect(words == found, "\(page.path)")
    }
  }
}

extension String {
  fileprivate var words: [Substring] {
    split { !$0.isLetter && !$0.isNumber }
  }
}

extension MarkdownBlock {
  /// The texts outside of code.
  fileprivate var texts: [String] {
    switch self {
    case .heading(_, let parts), .paragraph(let parts): parts.texts
    case .code: []
    case .list(let items): items.joined().flatMap(\.texts)
    case .table(let header, let rows): header.flatMap(\.texts) + rows.joined().flatMap(\.texts)
    }
  }

  /// The text with the targets of links, to compare the words of a page.
  fileprivate var source: String {
    switch self {
    case .heading(_, let parts), .paragraph(let parts): parts.source
    case .code(let info, let lines): ([info ?? ""] + lines).joined(separator: "\n")
    case .list(let items): items.joined().map(\.source).joined(separator: "\n")
    case .table(let header, let rows): (header + rows.joined()).map(\.source).joined(separator: "\n")
    }
  }
}

extension [MarkdownInline] {
  fileprivate var texts: [String] {
    flatMap { part -> [String] in
      switch part {
      case .text(let text): [text]
      case .code: []
      case .strong(let parts), .emphasis(let parts), .link(let parts, _): parts.texts
      }
    }
  }

  fileprivate var source: String {
    map { part in
      switch part {
      case .text(let text), .code(let text): text
      case .strong(let parts), .emphasis(let parts): parts.source
      case .link(let parts, let target): parts.source + " " + target
      }
    }.joined()
  }
}

extension MarkdownBlock {
  fileprivate var withoutLinksToPages: MarkdownBlock {
    switch self {
    case .heading(let level, let parts): .heading(level: level, parts.withoutLinksToPages)
    case .paragraph(let parts): .paragraph(parts.withoutLinksToPages)
    case .code(let info, let lines): .code(info: info ?? "", lines: lines)
    case .list(let items): .list(items.map { $0.map(\.withoutLinksToPages) })
    case .table(let header, let rows):
      .table(header: header.map(\.withoutLinksToPages), rows: rows.map { $0.map(\.withoutLinksToPages) })
    }
  }
}

extension [MarkdownInline] {
  fileprivate var withoutLinksToPages: [MarkdownInline] {
    flatMap { part -> [MarkdownInline] in
      switch part {
      case .text, .code: [part]
      case .strong(let parts): [.strong(parts.withoutLinksToPages)]
      case .emphasis(let parts): [.emphasis(parts.withoutLinksToPages)]
      case .link(let parts, let target):
        target.contains("://") ? [.link(parts.withoutLinksToPages, target: target)] : parts.withoutLinksToPages
      }
    }.reduce(into: []) { joined, part in
      if case .text(let text) = part, case .text(let before)? = joined.last {
        joined[joined.count - 1] = .text(before + text)
      } else {
        joined.append(part)
      }
    }
  }
}
