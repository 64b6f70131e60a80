internal import Findings
internal import GitStore
internal import LedgerEntries
public import MigrationSources

extension MigrationFolderError {
  /// What to do about it.
  public var hint: String {
    switch self {
    case .noSuchFolder, .noMigrations:
      "name the folder and its convention in the configuration; to look for them: schemaledger init"
    case .sameNumber(_, let paths):
      "give one of them the next free number: git mv \((paths.last ?? "").shellWord) …"
    case .sameToUnicode(_, let paths):
      "rename one of them, if its tool has not run it yet: git mv \((paths.last ?? "").shellWord) …"
    case .missingFile(let path, _):
      "restore it: git checkout HEAD -- \(path.shellWord)"
    case .refusedName(let path, _):
      "rename it, or move it out of the folder: git mv \(path.shellWord) …"
    case .refusedText(_, _, _, let hint):
      hint
    case .namedByProgram(let path, _):
      "use a source of kind: command, which runs the program (schemaledger help recipes), or, if the schema does not depend on it, "
        + "write \(Configuration.fileName) with kind: migrations and path: "
        + path.split(separator: "/").dropLast().joined(separator: "/")
    case .programStep, .programNamed:
      "use a source of kind: command, which runs it (schemaledger help recipes), or, if the schema does not depend on it, add to "
        + "the migrations in \(Configuration.fileName): skip-programs: true"
    case .codeStep:
      "let a program run the migrator, with MigratorTool (schemaledger help recipes), or, if the schema does not depend on it, add to "
        + "the migrations in \(Configuration.fileName): skip-programs: true"
    case .noValues(let missing):
      "add to the migrations in \(Configuration.fileName): placeholders: {"
        + missing.map { "\($0.placeholder.isWord ? $0.placeholder : "'\($0.placeholder)'"): VALUE" }.joined(
          separator: ", ")
        + "}"
    case .notText(let path):
      "save it as UTF-8: iconv -t utf-8 -f … \(path.shellWord)"
    case .unreadable(let path, _):
      "to see its last change: git log -p -1 -- \(path.shellWord)"
    case .notSupported: "use a source of kind: command, which runs the tool itself (schemaledger help recipes)"
    case .symbolicLink:
      "replace the link by the file to which it points, or use a source of kind: command (schemaledger help recipes)"
    case .groupedNames(_, let names):
      "name the files of one database: schemaledger init --source '\(names.groups.first?.pattern ?? "")'; or, if one database has them all, in the order of their names: schemaledger init --source '\(names.allFiles)'"
    case .wholeSchemas(_, let last):
      "use the last one as a schema file: schemaledger init --source \(last.shellWord)"
    case .severalMigrators(_, let migrators):
      "name one of them in \(Configuration.fileName): migrator: \(migrators.first?.name ?? "")"
    case .unclearFiles: "name its files in 'files' of the source, in the order in which they run"
    case .git(let error): error.hint ?? "try again"
    case .sumMismatch(let path, let sumFile, _):
      "restore it: git checkout HEAD -- \(path.shellWord), or, if the change is intended: atlas migrate hash --dir file://"
        + (sumFile.split(separator: "/").dropLast().joined(separator: "/"))
    }
  }
}

extension String {
  /// Whether YAML takes the name as it is for a key.
  fileprivate var isWord: Bool { allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) } }
}
