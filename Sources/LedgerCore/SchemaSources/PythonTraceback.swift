/// What a failed Python program wrote, without the calls that led to the error.
enum PythonTraceback {
  /// The lines without the frames of [tracebacks](https://docs.python.org/3/library/traceback.html). Of each traceback, the last
  /// place in the repository stays, and the exception.
  ///
  /// - Parameter folder: the folder in which the program ran; paths below it are shown without it.
  static func shortened(_ lines: [String], under folder: String) -> [String] {
    var result: [String] = []
    var place: String?
    var isInFrames = false
    for line in lines {
      if line == "Traceback (most recent call last):" {
        (isInFrames, place) = (true, nil)
        continue
      }
      if isInFrames, line.first == " " {
        place = Self.place(line, under: folder) ?? place
        continue
      }
      if isInFrames, let place { result.append(place) }
      isInFrames = false
      result.append(line)
    }
    // A traceback whose exception is missing says at least where it was.
    return result + (isInFrames ? [place].compactMap(\.self) : [])
  }

  /// `app/models.py, line 3, in up`; `nil` for a line of source, and for a file that is not in the repository.
  private static func place(_ line: String, under folder: String) -> String? {
    guard let match = line.prefixMatch(of: /\s+File "([^"]+)"(, line [0-9]+.*)/) else { return nil }
    let path = match.1.hasPrefix(folder + "/") ? match.1.dropFirst(folder.count + 1) : match.1
    let isOutside = path.hasPrefix("/") || path.hasPrefix("<") || path.contains("site-packages/")
    return isOutside ? nil : "\(path)\(match.2)"
  }
}
