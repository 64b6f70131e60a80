internal import GitStore
internal import MigrationSources
internal import SQLiteLint
internal import SQLiteSyntax

/// The migrations that are programs, which are not run here.
struct ProgramSteps {
  private let steps: [(number: Int, path: String, text: String)]

  /// - Throws: `GitError`.
  init(_ notices: [MigrationNotice], in snapshot: FileSnapshot) throws {
    steps = try notices.filter { $0.reason == .codeStep }.compactMap { notice in
      guard let number = Self.number(of: notice.path), let bytes = try snapshot.read(notice.path) else { return nil }
      return (number, notice.path, String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The path of a program that is part of a migration, by its path, and mentions one of the names.
  func program(besides migration: String, mentioning names: [Identifier]) -> String? {
    guard let number = Self.number(of: migration) else { return nil }
    return steps.first { $0.number == number && names.contains(where: [$0.text].mention) }?.path
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
