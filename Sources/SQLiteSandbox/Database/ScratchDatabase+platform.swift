internal import CSQLite
internal import SystemCalls

extension ScratchDatabase {
  /// What else a result may depend on: the processor, the operating system, and the
  /// [options](https://www.sqlite.org/c3ref/compileoption_get.html) with which SQLite was compiled.
  package static let platform: String = {
    var system = utsname()
    uname(&system)
    func text(_ field: some Any) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    let options = (0...).lazy.map { sqlite3_compileoption_get($0) }.prefix { $0 != nil }
    return ([text(system.sysname), text(system.machine)] + options.compactMap { $0.map { String(cString: $0) } })
      .joined(separator: " ")
  }()
}
