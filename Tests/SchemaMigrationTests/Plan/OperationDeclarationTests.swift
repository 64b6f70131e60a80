import SchemaModel
import StrataCore
import Testing

@testable import SchemaMigration

@Suite("Declarations of operations")
struct OperationDeclarationTests {
  private struct Clear<Model: PersistentModel>: MigrationOperation {
    var description: String { "Clear \(Model.self)" }
    func declaration(between models: StageModels) -> OperationDeclaration {
      OperationDeclaration(problems: models.problems(new: Model.self), deletedModels: [Model.self])
    }
  }

  /// As a program writes it for Strata, whose operations have no declaration.
  private struct StrataOperation: MigrationOperation {
    var description: String { "Nothing" }
  }

  private func stage(@StageBuilder _ build: () -> [any MigrationOperation]) -> Stage {
    Stage(from: JournalV3.self, to: JournalV4.self, build)
  }

  private func deletions(_ stage: Stage) -> [String]? {
    guard case .operations(_, _, let operations) = stage.migrationStage else { return nil }
    return operations.deletions
  }

  @Test("a program's own operation declares problems and deletions")
  func own() {
    #expect(deletions(stage { Clear<JournalV4.Draft>() }) == ["Draft"])
    #expect(MigrationPlan.stage(JournalV3.self, JournalV4.self) { Clear<JournalV4.Draft>() }.validate() == [])
    let problems = MigrationPlan.stage(JournalV3.self, JournalV4.self) { Clear<JournalV3.Draft>() }.validate()
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("Stage 0: Clear Draft: ") == true)
  }

  @Test("the module StrataCore declares nothing for the operations of programs")
  func strata() {
    #expect(deletions(stage { StrataOperation() }) == [])
    #expect(MigrationPlan.stage(JournalV3.self, JournalV4.self) { StrataOperation() }.validate() == [])
  }

  @Test("operations that delete objects declare their models")
  func deleting() {
    #expect(
      deletions(
        stage {
          DeleteAll(JournalV4.Draft.self)
          DeleteWhere(JournalV4.Writer.self) { _ in false }
          Transform(from: JournalV3.Article.self, to: JournalV4.Article.self, capture: { $0.code }, build: { _, _ in })
          Backfill(\JournalV4.Article.slug) { $0.code }
        }) == ["Draft", "Writer", "Article"])
  }
}
