import Testing

@Suite("@ModelActor")
struct ModelActorTests {
  @Test("an actor gets an executor, a container and an initializer")
  func members() {
    expectExpansion(
      of: """
        @ModelActor
        public actor Importer {
        }
        """,
      """
      public actor Importer {

        public nonisolated let modelExecutor: any SchemaModel.ModelExecutor

        public nonisolated let modelContainer: SchemaModel.ModelContainer

        public init(modelContainer: SchemaModel.ModelContainer) {
          let modelContext = SchemaModel.ModelContext(modelContainer)
          self.modelExecutor = SchemaModel.DefaultSerialModelExecutor(modelContext: modelContext)
          self.modelContainer = modelContainer
        }
      }

      extension Importer: SchemaModel.ModelActor {
      }
      """)
  }

  @Test("an initializer of the same name is kept")
  func initializer() {
    let expansion = Expansion(of: "@ModelActor actor A { init(modelContainer: ModelContainer) { fatalError() } }")
    #expect(expansion.text.contains("nonisolated let modelExecutor"))
    #expect(!expansion.text.contains("DefaultSerialModelExecutor"))
  }

  @Test("the macro can only be applied to an actor", arguments: ["final class", "struct", "enum"])
  func refused(kind: String) {
    let expansion = Expansion(of: "@ModelActor \(kind) A {}")
    #expect(expansion.diagnostics == ["1:1 error: '@ModelActor' can only be applied to an actor"])
    #expect(!expansion.text.contains("extension"))
  }

  @Test("the members of a package actor satisfy a public protocol")
  func packageActor() {
    let text = Expansion(of: "@ModelActor package actor A {}").text
    #expect(text.contains("public nonisolated let modelExecutor"))
    #expect(text.contains("public init(modelContainer:"))
  }
}
