import Foundation
import Manual

/// What ArgumentParser says of a command in `--experimental-dump-help`, the source of `--help`.
///
/// https://github.com/apple/swift-argument-parser/blob/main/Sources/ArgumentParserToolInfo/ToolInfo.swift
struct CommandDescription: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let kind: String
    let shouldDisplay: Bool
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let abstract: String?
    let discussion: String?
  }

  let commandName: String
  let abstract: String?
  let discussion: String?
  let shouldDisplay: Bool
  let arguments: [Argument]?
  let subcommands: [CommandDescription]?

  /// The command of a tool.
  ///
  /// - Parameter dump: what `--experimental-dump-help` prints.
  /// - Throws: `DecodingError`, if ArgumentParser describes it otherwise.
  init(dump: String) throws {
    struct Tool: Decodable { let command: CommandDescription }
    self = try JSONDecoder().decode(Tool.self, from: Data(dump.utf8)).command
  }

  /// The commands that people see, without ArgumentParser's `help`.
  var shownSubcommands: [CommandDescription] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  /// The arguments that people see, positional ones first.
  var shownArguments: [Argument] {
    let shown = (arguments ?? []).filter { $0.shouldDisplay && !$0.isHelp }
    return shown.filter { $0.kind == "positional" } + shown.filter { $0.kind != "positional" }
  }
}

extension CommandDescription.Argument {
  /// ArgumentParser adds these to each command.
  fileprivate var isHelp: Bool { (names ?? []).contains { ["help", "version"].contains($0.name) } }

  /// How it is written, such as `-C, --directory <dir>`.
  var title: [MarkdownInline] {
    let value = valueName.map { "<\($0)>" } ?? ""
    if kind == "positional" { return [.code(value)] }
    let spelled = (names ?? []).map { $0.kind == "short" ? "-\($0.name)" : "--\($0.name)" }.joined(separator: ", ")
    return kind == "flag" ? [.code(spelled)] : [.code(spelled), .text(" "), .emphasis([.text(value)])]
  }

  /// How it is written in a synopsis, if it is positional.
  var synopsis: String? {
    guard kind == "positional", let valueName else { return nil }
    let one = "<\(valueName)>" + (isRepeating ? " ..." : "")
    return isOptional ? "[\(one)]" : one
  }

  /// What it means, with its default.
  var meaning: String {
    // The default depends on the machine.
    let isMachines = (names ?? []).contains { $0.name == "jobs" }
    let text = [abstract, discussion].compactMap(\.self).joined(separator: " ")
    guard let defaultValue, !defaultValue.isEmpty, kind != "flag" else { return text }
    return text + " (default: \(isMachines ? "the number of processors" : defaultValue))"
  }
}
