import GitStore
import LedgerCore
import LedgerTestSupport
import TestSupport
import Testing

@testable import LedgerKit

@Suite("Program project")
struct ProgramProjectTests {
  private static let manage = "os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'shop.settings')"
  private static let sqlite = "DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3'}}"
  private static let plainEnvironment = "connectable = engine_from_config(config.get_section('alembic'))"

  private func find(_ texts: [String: String]) throws -> [ProgramProject] {
    let sandbox = try Sandbox()
    try sandbox.write(texts.mapValues(bytes))
    let repository = try sandbox.open()
    return try ProgramProjects(in: repository.snapshot(.workTree), top: repository.root).find()
  }

  /// Files, and the summary of the source that is found, with the folder in which its command runs.
  struct Case: Sendable, CustomTestStringConvertible {
    let texts: [String: String]
    let summary: String?
    var folder: String?
    var environment: [String: String] = [:]
    var inputs: [String] = []

    var testDescription: String { summary ?? "nothing" }
  }

  static let cases: [Case] = [
    Case(
      texts: ["manage.py": manage, "shop/settings.py": sqlite], summary: "Django, settings in shop.settings", folder: ""
    ),
    Case(
      texts: [
        "web/manage.py": manage.replacing("shop.settings", with: "shop.settings.local"),
        "web/shop/settings/local.py": "from .base import *", "web/shop/settings/base.py": sqlite,
      ], summary: "Django, settings in shop.settings.local", folder: "web"),
    Case(
      texts: ["manage.py": manage, "shop/settings.py": sqlite.replacing("sqlite3", with: "postgresql")],
      summary: "Django, shop.settings does not mention SQLite"),
    Case(texts: ["manage.py": "print('a script of that name')"], summary: nil),
    Case(
      texts: [
        "alembic.ini": "script_location = %(here)s/db/alembic\nsqlalchemy.url = sqlite+aiosqlite:///app.db",
        "db/alembic/env.py": plainEnvironment,
      ], summary: "Alembic, scripts in db/alembic", folder: "", inputs: ["alembic.ini", "db/alembic"]),
    Case(
      texts: [
        "api/alembic.ini": "sqlalchemy.url = sqlite:///app.db",
        "api/pyproject.toml": "[tool.alembic]\nscript_location = \"%(here)s/m\"", "api/m/env.py": plainEnvironment,
      ], summary: "Alembic, scripts in api/m", folder: "api", inputs: ["api/alembic.ini", "api/m"]),
    Case(
      texts: [
        "alembic.ini": "script_location = m\nsqlalchemy.url = driver://user:pass@localhost/dbname",
        "m/env.py": plainEnvironment,
      ], summary: "Alembic, its sqlalchemy.url is not for SQLite"),
    Case(
      texts: [
        "alembic.ini": "script_location = m\nsqlalchemy.url = sqlite://",
        "m/env.py": "config.set_main_option('sqlalchemy.url', settings.url)\n" + plainEnvironment,
      ], summary: "Alembic, m/env.py gets the database's URL from elsewhere"),
    Case(
      texts: ["alembic.ini": "script_location = ./m", "m/env.py": "url = os.environ['APP_DATABASE_URL']"],
      summary: "Alembic, m/env.py reads the variable APP_DATABASE_URL", folder: "",
      environment: ["APP_DATABASE_URL": "sqlite:///{db}"], inputs: ["alembic.ini", "m"]),
    Case(
      texts: ["alembic.ini": "script_location = m", "m/env.py": "path = os.getenv(\"DB_PATH\", \"app.db\")"],
      summary: "Alembic, m/env.py reads the variable DB_PATH", folder: "", environment: ["DB_PATH": "{db}"],
      inputs: ["alembic.ini", "m"]),
    Case(texts: ["alembic.ini": "script_location = nowhere"], summary: nil),
    Case(
      texts: ["db/migrations.py": "import re\nfrom sqlite_utils import Database, Migrations\n"],
      summary: "sqlite-utils, migrations in Python", folder: "db", inputs: ["db/migrations.py"]),
    Case(texts: ["migrations.py": "from django.db import migrations"], summary: nil),
  ]

  @Test("migration tools are recognised by a project's files", arguments: cases)
  func recognition(expected: Case) throws {
    let found = try find(expected.texts)
    #expect(found.map(\.candidate.summary) == (expected.summary.map { [$0] } ?? []))
    let command = found.first?.command
    #expect(command?.folder == expected.folder)
    #expect(command?.environment ?? [:] == expected.environment)
    #expect(command?.inputs ?? [] == expected.inputs)
  }

  @Test("a written configuration can be read back", arguments: cases.filter { $0.folder != nil })
  func writing(project: Case) throws {
    let sandbox = try Sandbox()
    try sandbox.write(project.texts.mapValues(bytes))
    let found = try Initialisation(repository: try sandbox.open()).find(named: [], ledger: "SchemaLedger")
    #expect(try Configuration(yaml: found.configuration.yaml) == found.configuration)
  }

  /// A manifest, and the product that uses SchemaTool.
  static let manifests: [(text: String, product: String?)] = [
    (
      #"""
      .executableTarget(name: "Other", dependencies: ["Model"]),
      .executableTarget(name: "ledger", dependencies: [.product(name: "SchemaTool", package: "schemaledger")]),
      """#, "ledger"
    ),
    (
      #"""
      products: [.executable(name: "library", targets: ["LibraryMain"]), .executable(name: "shop", targets: ["Shop"])],
      targets: [.executableTarget(name: "Shop", dependencies: ["SchemaTool"])]
      """#, "shop"
    ),
    (#"// "SchemaTool" is for later.\n.executableTarget(name: "Shop")"#, nil),
    (#".executableTarget(name: "Shop"), .target(name: "Model", dependencies: ["SchemaTool"])"#, nil),
  ]

  @Test("a Swift package is a source if one of its executables depends on SchemaTool", arguments: manifests)
  func swiftPackage(text: String, product: String?) throws {
    let sandbox = try Sandbox()
    try sandbox.write(["App/Package.swift": bytes(text)])
    let initialisation = try Initialisation(repository: try sandbox.open())
    guard let product else {
      #expect(throws: LedgerError.self) { try initialisation.find(named: [], ledger: "SchemaLedger") }
      return
    }
    let configuration = try initialisation.find(named: [], ledger: "SchemaLedger").configuration
    var package = SwiftPackage(product: product)
    package.folder = "App"
    #expect(configuration.databases.map(\.source) == [.swift(package)])
    #expect(configuration.databases.map(\.version) == [.declared])
    #expect(try Configuration(yaml: configuration.yaml) == configuration)
  }

  @Test("a virtual environment of the work tree comes first in PATH")
  func virtualEnvironment() throws {
    let texts = ["db/migrations.py": "from sqlite_utils import Migrations"]
    #expect(try find(texts).first?.command?.line == "sqlite-utils migrate {db} migrations.py")
    for place in ["venv", "db/.venv"] {
      let line = try find(texts.merging(["\(place)/bin/python3": ""]) { $1 }).first?.command?.line
      #expect(
        line == "PATH=\"$SCHEMALEDGER_WORKTREE/\(place)/bin:$PATH\"\nsqlite-utils migrate {db} migrations.py")
    }
  }

  @Test("with another schema source beside it, none is chosen automatically; a given one is used")
  func several() throws {
    let texts = [
      "manage.py": Self.manage, "shop/settings.py": Self.sqlite, "migrations/1.sql": "CREATE TABLE t (a);",
    ]
    let sandbox = try Sandbox()
    try sandbox.write(texts.mapValues(bytes))
    let initialisation = try Initialisation(repository: try sandbox.open())
    let error = #expect(throws: LedgerError.self) { try initialisation.find(named: [], ledger: "SchemaLedger") }
    guard case .severalSourcesFound(let candidates)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(candidates.map(\.path) == ["migrations", "manage.py"])
    let found = try initialisation.find(named: ["./manage.py"], ledger: "SchemaLedger")
    #expect(found.configuration.databases.map(\.source.kind) == ["command"])
  }
}
