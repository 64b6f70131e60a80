internal import GitStore
internal import MigrationSources
internal import SQLiteLint

/// The migrations that are programs, which are not run here.
struct ProgramSteps {
  private let steps: [(number: Int, text: String)]

  init(_ listing: MigrationListing, in snapshot: FileSnapshot) throws {
    steps = try listing.notices.filter { $0.reason == .codeStep }.compactMap { notice in
      guard let number = Self.number(of: notice.path), let bytes = try snapshot.read(notice.path) else { return nil }
      return (number, String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The programs that ran before or with a migration. Where files are not numbered, there is no order.
  func programs(for migration: Migration) -> ProgramTexts {
    var programs = ProgramTexts()
    guard let number = Self.number(of: migration.path) else { return programs }
    programs.earlier = steps.filter { $0.number < number }.map(\.text)
    programs.own = steps.filter { $0.number == number }.map(\.text)
    return programs
  }

  private static func number(of path: String) -> Int? {
    path.split(separator: "/").last.flatMap { Int($0.prefix { $0.isASCII && $0.isNumber }) }
  }
}
