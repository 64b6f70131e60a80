import GitStore

extension FuzzTarget {
  /// Dates as Git's environment variables give them.
  static let dates = FuzzTarget(
    name: "dates", share: 10,
    seeds: {
      [
        "1700000000 +0100", "@0 -0000", "2023-11-14T22:13:20+01:00", "2023-11-14 22:13:20.5 Z",
        "Tue, 14 Nov 2023 22:13:20 +0100", "Tue Nov 14 22:13:20 2023 -0330", "2023/02/30 24:60:60",
      ].map { Array($0.utf8) }
    },
    words: """
      @ + - : . / , T Z UTC GMT Jan Feb Dec Mon Sunday 0000 9999 99999 24:00 23:59:60 +9999 -9999 +99 ٣ ² ½ e\u{301}
      """.split(whereSeparator: \.isWhitespace).map(String.init),
    read: { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      guard let moment = GitTime(gitDate: text, offsetMinutes: 60) else { return false }
      let sign = moment.offsetMinutes < 0 ? "-" : "+"
      let offset = abs(moment.offsetMinutes)
      // Git's own format holds any moment.
      func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
      guard offset / 60 < 100 else { return true }
      let again = GitTime(
        gitDate: "@\(moment.seconds) \(sign)\(digits(offset / 60))\(digits(offset % 60))", offsetMinutes: 0)
      guard again == moment else { throw Violation("\(moment) is read back as \(String(describing: again))") }
      return true
    })
}
