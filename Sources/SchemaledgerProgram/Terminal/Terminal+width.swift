internal import Foundation

extension Terminal {
  /// The number of columns for text: those of the terminal, or 80 if output goes elsewhere. `COLUMNS` overrides both, as POSIX
  /// has it. Longer lines than 100 characters are hard to read.
  /// https://pubs.opengroup.org/onlinepubs/9699919799/basedefs/V1_chap08.html#tag_08_03
  static var textWidth: Int {
    var size = winsize()
    let columns =
      ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
      ?? Pager.columns
      ?? (ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80)
    return min(100, max(40, columns))
  }
}
