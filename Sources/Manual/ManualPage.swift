/// A page of Docs.
public struct ManualPage: Sendable {
  /// The path below Docs, such as `EntryFormat.md` or `Rules/SL412.md`.
  public let path: String
  /// The page as it is in the repository, in Markdown.
  public let text: String

  /// The name for the command line, in lower case: `entry-format`, `sl412`.
  public var name: String { Self.name(of: path) }

  /// The blocks of the page, with its title.
  public var blocks: [MarkdownBlock] { MarkdownReader.blocks(of: text) }

  /// The text of the first heading.
  public var title: String {
    for case .heading(1, let parts) in blocks { return parts.plainText }
    return name
  }

  /// The blocks below a heading, with the heading and with deeper ones; `nil` if no heading has the anchor.
  ///
  /// - Parameter anchor: as GitHub writes it in an address: the heading in lower case, with hyphens instead of spaces.
  public func section(_ anchor: String) -> [MarkdownBlock]? { section { $0 == anchor } }

  /// The section that some words name: its whole heading or, if no heading is equal, the end of it. `swiftdata` names the
  /// section `kind: swiftdata`.
  public func section(named words: String) -> [MarkdownBlock]? {
    let anchor = words.anchor
    return section(anchor) ?? section { $0.hasSuffix("-" + anchor) }
  }

  /// The headings below the title, as `section(named:)` takes them.
  public var sectionNames: [String] {
    blocks.compactMap { block in
      if case .heading(let level, let parts) = block, level > 1 { parts.plainText.lowercased() } else { nil }
    }
  }

  private func section(where isNamed: (String) -> Bool) -> [MarkdownBlock]? {
    let blocks = blocks
    for (index, block) in blocks.enumerated() {
      guard case .heading(let level, let parts) = block, isNamed(parts.plainText.anchor) else { continue }
      let rest = blocks[(index + 1)...].prefix { block in
        if case .heading(let next, _) = block { next > level } else { true }
      }
      return [block] + rest
    }
    return nil
  }

  /// The name of the page that a link leads to, without its anchor; `nil` if the link does not lead to a page of Docs.
  ///
  /// - Parameter target: a path relative to this page.
  public func name(ofTarget target: String) -> String? {
    guard !target.contains("://") else { return nil }
    let file = target.prefix { $0 != "#" }
    guard !file.isEmpty else { return name }
    var folders = path.split(separator: "/").dropLast()
    for part in file.split(separator: "/") {
      if part == ".." {
        guard folders.popLast() != nil else { return nil }
      } else if part != "." {
        folders.append(part)
      }
    }
    let found = folders.joined(separator: "/")
    return found.hasSuffix(".md") ? Self.name(of: found) : nil
  }

  private static func name(of path: String) -> String {
    var words = path.dropLast(".md".count)
    if let folder = words.firstIndex(of: "/") {
      // The page of a folder has the name of the folder.
      words = words.hasSuffix("/README") ? words[..<folder] : words[words.index(after: folder)...]
    }
    if words.allSatisfy({ $0.isUppercase || $0.isNumber }) { return words.lowercased() }
    var name = ""
    for character in words {
      if character.isUppercase, !name.isEmpty { name += "-" }
      name += character.lowercased()
    }
    return name
  }
}

extension String {
  /// The anchor that GitHub gives to a heading.
  var anchor: String {
    String(
      lowercased().compactMap { character in
        character == " "
          ? "-" : character.isLetter || character.isNumber || character == "-" || character == "_" ? character : nil
      } as [Character])
  }
}
