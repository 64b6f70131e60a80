internal import GitStore

/// A folder of SQL files that a program takes into its binary, and the place that says so.
public struct EmbeddedFolder: Sendable, Hashable {
  /// Repository path.
  public let folder: String
  /// Repository path of the program.
  public let path: String
  /// The line, from 1.
  public let line: Int
}

extension EmbeddedFolder {
  /// The folders that a program embeds.
  ///
  /// [`//go:embed`](https://pkg.go.dev/embed) names files relative to the program's folder. `sqlx::migrate!`,
  /// `embed_migrations!` of diesel and refinery, `include_dir!` and the attribute `folder` of
  /// [rust-embed](https://docs.rs/rust-embed) name a folder relative to that of `Cargo.toml`, and the first two may leave it out.
  ///
  /// - Parameter isPackage: whether a folder contains a `Cargo.toml`.
  static func all(in text: String, of path: String, isPackage: (String) -> Bool) -> [EmbeddedFolder] {
    var found: [EmbeddedFolder] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let folders =
        path.hasSuffix(".go")
        ? goFolders(line, in: path) : path.hasSuffix(".rs") ? rustFolders(line, in: path, isPackage) : []
      found += folders.map { EmbeddedFolder(folder: $0, path: path, line: index + 1) }
    }
    return found
  }

  private static func goFolders(_ line: Substring, in path: String) -> [String] {
    guard line.hasPrefix("//go:embed ") else { return [] }
    return line.dropFirst(11).split(separator: " ").compactMap { pattern in
      let pattern = pattern.hasPrefix("all:") ? pattern.dropFirst(4) : pattern
      var parts = pattern.split(separator: "/").prefix { !$0.contains { "*?[".contains($0) } }
      if parts.last?.hasSuffix(".sql") == true { parts.removeLast() }
      return joined(folder(of: path), parts)
    }
  }

  /// How each begins, and whether the folder may be left out.
  private static let macros = [
    ("sqlx::migrate!(", true), ("embed_migrations!(", true), ("include_dir!(", false), ("#[folder =", false),
  ]

  private static func rustFolders(_ line: Substring, in path: String, _ isPackage: (String) -> Bool) -> [String] {
    let code = line[..<(line.firstRange(of: "//")?.lowerBound ?? line.endIndex)]
    return macros.compactMap { macro, canBeEmpty -> String? in
      guard let place = code.firstRange(of: macro) else { return nil }
      let argument = code[place.upperBound...].prefix { $0 != ")" && $0 != "," && $0 != "]" }
        .drop { $0 == " " || $0 == "\"" }.prefix { $0 != "\"" }.replacing("$CARGO_MANIFEST_DIR", with: "")
      guard !argument.isEmpty || canBeEmpty else { return nil }
      var package = folder(of: path)
      while !isPackage(package) {
        if package.isEmpty { return nil }
        package = folder(of: package)
      }
      return joined(package, (argument.isEmpty ? "migrations" : argument).split(separator: "/"))
    }
  }

  private static func folder(of path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }

  /// Returns `nil` for a path above the top of the repository.
  private static func joined(_ folder: String, _ parts: some Sequence<Substring>) -> String? {
    var result = folder.split(separator: "/")
    for part in parts where part != "." {
      guard part == ".." else {
        result.append(part)
        continue
      }
      if result.popLast() == nil { return nil }
    }
    return result.joined(separator: "/")
  }
}
