extension MigrationConvention {
  /// Changes in the order of `sqitch.plan`. Each has a script in `deploy`, usually one in `revert`, and one in
  /// `verify`, which does not run here.
  ///
  /// > Changes are implemented as scripts native to your selected database engine.
  ///
  /// For SQLite, Sqitch passes each script to `sqlite3`, so the script controls its own transaction.
  static let sqitch = MigrationConvention(
    name: "sqitch", title: "Sqitch", documentation: "https://sqitch.org/docs/manual/sqitch/",
    recognise: { paths, project in
      guard paths.files.contains(planName), let plan = try project.text(paths.path(of: planName))
      else { return nil }
      var settings = SqitchSettings(folder: paths.path)
      for folder in ProjectFiles.foldersAround(paths.path) {
        guard let text = try project.text(folder.isEmpty ? confName : folder + "/" + confName)
        else { continue }
        settings.read(text, in: folder)
        break
      }
      return Recognition(
        evidence: .metadata, count: plan.lines.count { SqitchLine($0).change != nil },
        dialect: settings.engine.map { Dialect(word: $0) ?? .other },
        reasons: ["it has a sqitch.plan"]
          + (settings.engine.map { ["sqitch.conf says \($0)"] } ?? []))
    },
    // > Sqitch stores its metadata in a separate database file, sqitch.db by default.
    // https://sqitch.org/docs/manual/sqitchtutorial-sqlite/
    tracking: .notInDatabase("Sqitch records changes in a database of its own, sqitch.db"),
    script: .wholeFile,
    textComparison: nil,
    read: readSqitch, readsFoldersBelow: true, readsOtherFolders: true)
}

private let planName = "sqitch.plan"
private let confName = "sqitch.conf"

private func readSqitch(_ reading: inout FolderReading) throws(MigrationFolderError) -> [Migration] {
  let planPath = reading.path(planName)
  let plan = try SqitchPlan(
    try reading.text(planName, namedBy: reading.folder).text, path: planPath)
  var settings = SqitchSettings(folder: reading.folder)
  for folder in ProjectFiles.foldersAround(reading.folder) {
    let path = folder.isEmpty ? confName : folder + "/" + confName
    guard let text = try reading.textIfPresent(atPath: path)?.text else { continue }
    settings.read(text, in: folder)
    break
  }
  var migrations: [Migration] = []
  for change in plan.changes {
    var file = change.name + "." + settings.fileExtension
    // "It now looks for a deploy script using the name of any tag between the reworked instances of a change and
    // selects the first one it finds that exists." https://metacpan.org/release/DWHEELER/App-Sqitch-0.951
    for (index, tag) in change.reworkTags.enumerated() {
      let tagged = change.name + tag + "." + settings.fileExtension
      let isThere = try reading.textIfPresent(atPath: settings.deploy + "/" + tagged) != nil
      if index == 0 || isThere { file = tagged }
      if isThere { break }
    }
    let path = settings.deploy + "/" + file
    guard let up = try reading.textIfPresent(atPath: path)?.text else {
      throw .missingFile(path, namedBy: planPath)
    }
    try refuseShellCommands(in: up, path: path)
    migrations.append(
      Migration(
        id: change.id, path: path, title: change.note ?? change.name, up: up,
        down: try reading.textIfPresent(atPath: settings.revert + "/" + file)?.text,
        transaction: .none))
  }
  let known = Set(migrations.map(\.path))
  for name in try reading.filesBelow().map(reading.path) where name.hasPrefix(settings.deploy + "/") {
    if name.hasSuffix("." + settings.fileExtension), !known.contains(name) {
      reading.notices.append(MigrationNotice(path: name, reason: .notInJournal))
    }
  }
  return migrations
}

/// Refuses lines such as `.read other.sql`, which `sqlite3` interprets as its own commands:
/// [dot-commands](https://www.sqlite.org/cli.html#special_commands_to_sqlite3_dot_commands_).
private func refuseShellCommands(in script: String, path: String) throws(MigrationFolderError) {
  var isBetweenStatements = true
  for (index, line) in script.lines.enumerated() {
    if isBetweenStatements, line.first == ".", line.dropFirst().first?.isLetter == true {
      throw .refusedText(
        path, line: index + 1, reason: "is a command of the sqlite3 shell, and only SQL is run",
        hint: "remove the line, or use a source of kind 'command' that runs sqitch deploy")
    }
    let text = line.trimmed
    if !text.isEmpty, !text.hasPrefix("--") { isBetweenStatements = text.hasSuffix(";") }
  }
}

/// A line of `sqitch.plan`, without the note after `#`:
/// [format](https://sqitch.org/docs/manual/sqitchchanges/).
private struct SqitchLine {
  /// The name of a change.
  var change: String?
  /// A tag, including its `@`.
  var tag: String?
  /// A pragma such as `%project=flipr`.
  var isPragma = false
  var isRevert = false
  var note: String?

  init(_ line: Substring) {
    let parts = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count > 1 { note = String(parts[1].trimmed) }
    guard let word = parts.first?.split(whereSeparator: \.isWhitespace).first else { return }
    switch word.first {
    case "%": isPragma = true
    case "@": tag = String(word)
    case "-": isRevert = true
    case "+": change = String(word.dropFirst())
    default: change = String(word)
    }
  }
}

/// The changes in a plan.
private struct SqitchPlan {
  struct Change {
    let name: String
    let note: String?
    /// The name or, for the second version of a reworked change, `name#2`: "A # begins a note", so no change can have
    /// this name.
    let id: String
    /// Tags between the change and its next version, each including its `@`.
    var reworkTags: [String] = []
  }

  private(set) var changes: [Change] = []

  init(_ text: String, path: String) throws(MigrationFolderError) {
    var last: [String: Int] = [:]
    var counts: [String: Int] = [:]
    var tags: [String: [String]] = [:]
    for (index, line) in text.lines.enumerated() {
      let line = SqitchLine(line.withoutCarriageReturn)
      if line.isRevert {
        throw .refusedText(
          path, line: index + 1, reason: "reverts a change in the plan, which is not read here",
          hint: "remove the change from the plan, or add a change that undoes it")
      }
      if let tag = line.tag {
        for name in last.keys { tags[name, default: []].append(tag) }
      }
      guard let name = line.change else { continue }
      if name.split(separator: "/", omittingEmptySubsequences: false).contains(where: { ["", ".", ".."].contains($0) })
      {
        throw .refusedText(
          path, line: index + 1, reason: "has a change with a name that is no path below the deploy folder",
          hint: "rename the change")
      }
      let count = counts[name, default: 0] + 1
      if let former = last[name] {
        // "Tags are also required in order to rework a change." https://sqitch.org/docs/manual/sqitch-rework/
        guard let between = tags[name], !between.isEmpty else {
          throw .sameNumber(name, paths: [path, path])
        }
        changes[former].reworkTags = between
      }
      counts[name] = count
      last[name] = changes.count
      tags[name] = []
      changes.append(
        Change(name: name, note: line.note, id: count == 1 ? name : "\(name)#\(count)"))
    }
  }
}

/// The engine and the folders that `sqitch.conf` sets: [sqitch-config](https://sqitch.org/docs/manual/sqitch-config/).
private struct SqitchSettings {
  private(set) var engine: String?
  private(set) var fileExtension = "sql"
  /// The repository path of the folder of deploy scripts.
  private(set) var deploy: String
  private(set) var revert: String

  init(folder: String) {
    deploy = folder.isEmpty ? "deploy" : folder + "/deploy"
    revert = folder.isEmpty ? "revert" : folder + "/revert"
  }

  /// - Parameter folder: the folder that contains the file; paths in the file are relative to it.
  mutating func read(_ text: String, in folder: String) {
    var values: [String: String] = [:]
    var section = ""
    for line in text.lines.map(\.trimmed) where !line.hasPrefix("#") && !line.hasPrefix(";") {
      if line.hasPrefix("["), let end = line.lastIndex(of: "]") {
        section = line[line.index(after: line.startIndex)..<end].filter { $0 != "\"" && $0 != " " }
        continue
      }
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values["\(section).\(parts[0].trimmed)"] = String(parts[1].trimmed) }
    }
    engine = values["core.engine"]
    /// Settings of the engine take precedence over those of `[core]`.
    func value(_ name: String) -> String? {
      values["engine\(engine ?? "").\(name)"] ?? values["core.\(name)"]
    }
    fileExtension = value("extension") ?? fileExtension
    func resolved(_ path: String) -> String {
      ([folder] + path.split(separator: "/").map(String.init)).filter { !$0.isEmpty && $0 != "." }
        .joined(separator: "/")
    }
    if let path = value("deploy_dir") { deploy = resolved(path) }
    if let path = value("revert_dir") { revert = resolved(path) }
  }
}
