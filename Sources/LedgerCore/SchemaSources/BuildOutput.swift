/// What a failed `swift build` wrote.
enum BuildOutput {
  /// The errors, each once and without the notes and the lines of source around it: those in files, then those in the
  /// expansions of macros, with the place of the macro, then those of the build itself. Without any, the last lines.
  ///
  /// - Parameters:
  ///   - lines: all lines of the output.
  ///   - folder: the package's folder; paths below it are shown without it.
  ///   - limit: the largest number of lines to return.
  static func errors(in lines: [String], under folder: String, limit: Int) -> [String] {
    var (inFiles, inMacros, other): ([String], [String], [String]) = ([], [], [])
    var seen: Set<String> = []
    for (index, line) in lines.enumerated() {
      guard let error = Headline(line) else { continue }
      let text: String
      if let name = error.macro {
        text = "\(origin(of: index, in: lines) ?? error.place): error: \(error.message) (in the expansion of \(name))"
      } else {
        text = line
      }
      let short = text.hasPrefix(folder + "/") ? String(text.dropFirst(folder.count + 1)) : text
      guard seen.insert(short).inserted else { continue }
      if error.macro != nil {
        inMacros.append(short)
      } else if error.isInFile {
        inFiles.append(short)
      } else {
        other.append(short)
      }
    }
    // Only these say that there were errors, not which.
    if !inFiles.isEmpty || !inMacros.isEmpty {
      other.removeAll { $0.hasPrefix("error: fatalError") || $0.contains("command failed with exit code") }
    }
    let errors = inFiles + inMacros + other
    if errors.isEmpty { return lines.suffix(limit) }
    guard errors.count > limit else { return errors }
    return errors.prefix(limit - 1) + ["… and \(errors.count - limit + 1) more errors"]
  }

  /// The first line of an error, such as `/app/Sources/A.swift:2:14: error: …` or `error: no such product`.
  private struct Headline {
    let place: Substring
    let message: Substring

    /// Returns `nil` for any other line. Lines of source begin with their number or a space.
    init?(_ line: String) {
      guard let first = line.first, !first.isWhitespace else { return nil }
      for mark in [": error: ", ": fatal error: "] {
        guard let range = line.firstRange(of: mark) else { continue }
        (place, message) = (line[..<range.lowerBound], line[range.upperBound...])
        if first.isNumber, place.contains(" | ") { return nil }
        return
      }
      guard line.hasPrefix("error: ") else { return nil }
      (place, message) = ("", line.dropFirst("error: ".count))
    }

    /// `@Model` if the place is `macro expansion @Model:3:5`.
    var macro: Substring? {
      let words = "macro expansion "
      return place.hasPrefix(words) ? place.dropFirst(words.count).prefix { $0 != ":" } : nil
    }

    /// Whether the place has a line and a column.
    var isInFile: Bool {
      let parts = place.split(separator: ":", omittingEmptySubsequences: false)
      return parts.count > 2 && parts.suffix(2).allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
    }
  }

  /// The place of the macro whose expansion has the error in a line. It is in one of the following lines, after those of
  /// the macros that this one generated.
  private static func origin(of index: Int, in lines: [String]) -> Substring? {
    var place: Substring?
    for line in lines[(index + 1)...] {
      guard let end = line.firstRange(of: ": note: expanded code originates here") else { break }
      place = line[..<end.lowerBound].drop { "|`- ".contains($0) }
    }
    return place
  }
}
