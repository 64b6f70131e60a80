internal import GitStore

/// A command of the repository, in any language, that makes the database.
struct CommandSource: SchemaSource {
  let create: SourceCommand
  let migrate: SourceCommand?

  func read(from snapshot: FileSnapshot, beside present: FileSnapshot?) -> SourceDefinition {
    SourceDefinition(kind: "command", creation: .command(create), forward: migrate.map { .command($0) })
  }
}
