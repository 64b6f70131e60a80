internal import GitStore

/// A command of the repository that makes the database, in whatever language it is.
struct CommandSource: SchemaSource {
  let create: SourceCommand
  let migrate: SourceCommand?

  func read(from snapshot: FileSnapshot) -> SourceDefinition {
    SourceDefinition(kind: "command", creation: .command(create), forward: migrate.map { .command($0) })
  }
}
