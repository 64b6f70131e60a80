internal import Foundation
internal import GitStore
internal import LedgerCore
internal import MigrationSources

/// A project whose migrations are a program, which only its own migration tool can run.
struct ProgramProject {
  /// The file by which `init` names it: `manage.py`, `alembic.ini`, `migrations.py`.
  let candidate: SourceCandidate
  /// Creates a database and migrates one. `nil` if the files do not show how to run the tool on a given database.
  let command: SourceCommand?
  /// The package, if the project is a Swift package that makes stores itself.
  let package: SwiftPackage?
  /// Folders that may contain its migrations.
  fileprivate(set) var scriptFolders: Set<String> = []

  /// Creates a project. `command` may have several lines.
  init(path: String, tool: String, note: String, command: SourceCommand?) {
    candidate = SourceCandidate(path: path, kind: .command, convention: nil, summary: "\(tool), \(note)")
    self.command = command
    package = nil
  }

  /// - Parameter package: `nil` if no executable with a migration plan is found.
  init(manifest path: String, _ package: SwiftPackage?) {
    let migrator = package?.migrator.map { ", GRDB's DatabaseMigrator in \($0.paths.first ?? "")" } ?? ""
    let what = package.map { "product \($0.product)\(migrator)" } ?? "it uses SchemaTool, but no executable target does"
    candidate = SourceCandidate(path: path, kind: .swift, convention: nil, summary: "Swift package, \(what)")
    self.package = package
    command = nil
  }

  /// Whether there is a way to run it.
  var isRunnable: Bool { command != nil || package != nil }
}

extension ProgramProject {
  fileprivate func with(scriptFolders: [String]) -> ProgramProject {
    var project = self
    project.scriptFolders = Set(scriptFolders)
    return project
  }
}

/// Finds such projects in a repository. Nothing is run; only files are read.
struct ProgramProjects {
  let snapshot: FileSnapshot
  private let paths: [String]
  private let top: String?

  /// - Parameter top: the work tree, which may contain an untracked virtual environment.
  /// - Throws: `GitError`.
  init(in snapshot: FileSnapshot, top: String?) throws(GitError) {
    self.snapshot = snapshot
    self.top = top
    paths = try snapshot.files(under: "").map(\.path)
  }

  /// Finds all projects, sorted by path.
  ///
  /// - Parameter everywhere: whether to search folders such as `vendor` and `tests`, too.
  /// - Throws: `GitError`.
  func find(everywhere: Bool = false) throws -> [ProgramProject] {
    try paths.compactMap { path in
      if !everywhere,
        path.split(separator: "/").contains(where: { MigrationFolders.ignoredFolderNames.contains(String($0)) })
      {
        return nil
      }
      let project =
        switch path.split(separator: "/").last {
        case "manage.py": try django(path)
        case "alembic.ini": try alembic(path)
        case "migrations.py": try sqliteUtils(path)
        case "Package.swift": try swiftPackage(path)
        default: ProgramProject?.none
        }
      let folder = Self.folder(of: path)
      return project?.with(
        scriptFolders: paths.filter { $0.hasSuffix(".py") && (folder.isEmpty || $0.hasPrefix(folder + "/")) }.map(
          Self.folder))
    }
  }

  // MARK: The tools

  /// https://docs.djangoproject.com/en/5.2/ref/django-admin/#migrate
  private func django(_ path: String) throws -> ProgramProject? {
    let naming = /DJANGO_SETTINGS_MODULE['"]\s*,\s*['"]([A-Za-z0-9_.]+)['"]/
    guard let settings = try text(path)?.firstMatch(of: naming).map({ String($0.1) }) else { return nil }
    let folder = Self.folder(of: path)
    // A package of settings has one module for each deployment, and shared settings in another module.
    let package = Self.join(folder, settings.split(separator: ".").dropLast().joined(separator: "/"))
    let modules = paths.filter { $0.hasSuffix(".py") && Self.folder(of: $0) == package }
    guard try modules.contains(where: { try text($0)?.contains("sqlite") == true }) else {
      return ProgramProject(path: path, tool: "Django", note: "\(settings) does not mention SQLite", command: nil)
    }
    let module = "$TMPDIR/ledger_settings.py"
    var command = SourceCommand(
      line: activated(in: folder) + """
        echo 'from \(settings) import *' > "\(module)"
        echo 'DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "{db}"}}' >> "\(module)"
        PYTHONPATH="$TMPDIR" python3 -B manage.py migrate --settings ledger_settings
        """)
    command.folder = folder
    return ProgramProject(path: path, tool: "Django", note: "settings in \(settings)", command: command)
  }

  /// https://alembic.sqlalchemy.org/en/latest/api/config.html
  private func alembic(_ path: String) throws -> ProgramProject? {
    let folder = Self.folder(of: path)
    let settings = try text(path) ?? ""
    let project = try text(Self.join(folder, "pyproject.toml")) ?? ""
    let ownLocation = Self.value(of: "script_location", in: settings)
    guard let location = ownLocation ?? Self.value(of: "script_location", in: project) else { return nil }
    let scripts = Self.join(
      folder,
      location.replacing(/%+\(here\)s\/?/, with: "").split(separator: "/").filter { $0 != "." }.joined(
        separator: "/"))
    let environment = Self.join(scripts, "env.py")
    guard let script = try text(environment) else { return nil }
    let reading =
      /(?:environ\[|environ\.get\(|getenv\()\s*['"]([A-Za-z0-9_]*(?:DB|DATABASE|SQL|URL|URI)[A-Za-z0-9_]*)['"]/
    if let variable = script.firstMatch(of: reading).map({ String($0.1) }) {
      var command = SourceCommand(line: activated(in: folder) + "alembic upgrade head")
      command.folder = folder
      let isPath = ["PATH", "FILE"].contains(where: variable.contains)
      command.environment[variable] = isPath ? "{db}" : "sqlite:///{db}"
      command.inputs = [path, scripts]
      let note = "\(environment) reads the variable \(variable)"
      return ProgramProject(path: path, tool: "Alembic", note: note, command: command)
    }
    let isPlain = !["set_main_option", "create_engine(", "create_async_engine("].contains(where: script.contains)
    guard isPlain, let url = Self.value(of: "sqlalchemy.url", in: settings), url.hasPrefix("sqlite"),
      let scheme = url.split(separator: ":").first
    else {
      let note =
        isPlain ? "its sqlalchemy.url is not for SQLite" : "\(environment) gets the database's URL from elsewhere"
      return ProgramProject(path: path, tool: "Alembic", note: note, command: nil)
    }
    var command = SourceCommand(
      line: activated(in: folder) + """
        python3 -B -c 'from alembic import command, config
        alembic = config.Config("alembic.ini"\(ownLocation == nil ? ", toml_file=\"pyproject.toml\"" : ""))
        alembic.set_main_option("sqlalchemy.url", "\(scheme):///{db}")
        command.upgrade(alembic, "head")'
        """)
    command.folder = folder
    command.inputs = [path, scripts]
    return ProgramProject(path: path, tool: "Alembic", note: "scripts in \(scripts)", command: command)
  }

  /// https://sqlite-utils.datasette.io/en/stable/migrations.html
  private func sqliteUtils(_ path: String) throws -> ProgramProject? {
    guard let script = try text(path), script.contains(/(?m)^from sqlite_(utils|migrate) import .*\bMigrations\b/)
    else { return nil }
    let folder = Self.folder(of: path)
    var command = SourceCommand(line: activated(in: folder) + "sqlite-utils migrate {db} migrations.py")
    command.folder = folder
    command.inputs = [path]
    return ProgramProject(path: path, tool: "sqlite-utils", note: "migrations in Python", command: command)
  }

  private func swiftPackage(_ path: String) throws -> ProgramProject? {
    guard let manifest = try text(path).map(PackageManifest.init) else { return nil }
    if let product = manifest.executable(using: "MigratorTool") {
      var package = SwiftPackage(product: product)
      package.folder = Self.folder(of: path)
      package.migrator = try MigratorProjects(in: snapshot).migrator(of: package.folder)
      return package.migrator == nil ? nil : ProgramProject(manifest: path, package)
    }
    guard manifest.mentions("SchemaTool") else { return nil }
    guard let product = manifest.executable(using: "SchemaTool") else { return ProgramProject(manifest: path, nil) }
    var package = SwiftPackage(product: product)
    package.folder = Self.folder(of: path)
    return ProgramProject(manifest: path, package)
  }

  // MARK: Files

  /// A line that puts the work tree's virtual environment, if there is one, at the start of the path: the program that
  /// runs a commit may not have it activated.
  private func activated(in folder: String) -> String {
    guard let top else { return "" }
    for place in [folder, ""] {
      for name in [".venv", "venv"] {
        let path = Self.join(Self.join(place, name), "bin")
        if FileManager.default.fileExists(atPath: "\(top)/\(path)/python3") {
          return "PATH=\"$SCHEMALEDGER_WORKTREE/\(path):$PATH\"\n"
        }
      }
    }
    return ""
  }

  private func text(_ path: String) throws -> String? {
    try snapshot.read(path).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The value in a line `name = value`, quoted or not.
  private static func value(of name: String, in text: String) -> String? {
    for line in text.split(whereSeparator: \.isNewline) {
      let halves = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if halves.count == 2, halves[0] == name {
        return halves[1].trimmingCharacters(in: CharacterSet(charactersIn: "\"'"))
      }
    }
    return nil
  }

  private static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : name.isEmpty ? folder : folder + "/" + name
  }
}
