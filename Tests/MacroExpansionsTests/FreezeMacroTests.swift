import Testing

@Suite("@FreezeSchema, @Freeze and @AutoTests")
struct FreezeMacroTests {
  @Test("an enum gets a function that freezes it and one that checks it")
  func functions() {
    expectExpansion(
      of: """
        @FreezeSchema(version: "1.0.0")
        enum AppSchemaV1: VersionedSchema {
        }
        """,
      """
      enum AppSchemaV1: VersionedSchema {

        @available(macOS 14, iOS 17, *)
        static func __freezeray_freeze_1_0_0() throws {
          try SchemaFreezing.SchemaLedgerRuntime.freeze(
            schema: AppSchemaV1.self,
            version: "1.0.0"
          )
        }

        @available(macOS 14, iOS 17, *)
        static func __freezeray_check_1_0_0() throws {
          try SchemaFreezing.SchemaLedgerRuntime.checkDrift(
            schema: AppSchemaV1.self,
            version: "1.0.0"
          )
        }

        static var _$frozenVersion: String? {
          "1.0.0"
        }
      }
      """)
  }

  @Test("a plan gets a function that migrates all frozen versions", arguments: ["enum", "struct"])
  func migrations(kind: String) {
    expectExpansion(
      of: """
        @AutoTests
        public \(kind) AppMigrations: SchemaMigrationPlan {
        }
        """,
      """
      public \(kind) AppMigrations: SchemaMigrationPlan {

        @available(macOS 14, iOS 17, *)
        public static func __freezeray_test_migrations() throws {
          try SchemaFreezing.SchemaLedgerRuntime.testAllMigrations(
            migrationPlan: AppMigrations.self
          )
        }
      }
      """)
  }

  @Test(
    "any version has functions and is passed on as written",
    arguments: [("2.1.3", "2_1_3"), ("1", "1"), ("2024-01-15", "2024_01_15"), ("v1 \\\"β\\\"", "v1____")])
  func version(literal: String, suffix: String) {
    let text = Expansion(of: "@Freeze(\"\(literal)\") enum S {}").text
    #expect(text.contains("func __freezeray_freeze_\(suffix)() throws"))
    #expect(text.contains("func __freezeray_check_\(suffix)() throws"))
    #expect(text.contains("version: \"\(literal)\""))
  }

  static let onEnum = "@Freeze can only be applied to enum declarations"
  static let notALiteral =
    "the version of @Freeze must be a string literal, because a macro does not know the value of "
  static let noVersion = "@Freeze requires version argument: @Freeze(version: \"1.4.0\")"

  @Test(
    "wrong use is diagnosed with FreezeRay's messages",
    arguments: [
      ("@FreezeSchema(version: \"1.0.0\") struct S {}", onEnum), ("@Freeze(version: \"1.0.0\") class S {}", onEnum),
      ("@FreezeSchema enum S {}", noVersion), ("@Freeze() enum S {}", noVersion),
      ("@Freeze(version: current) enum S {}", notALiteral + "'current'"),
      ("@Freeze(version: \"1.\\(minor)\") enum S {}", notALiteral + "'\"1.\\(minor)\"'"),
      ("@Freeze(version: \"\") enum S {}", noVersion), ("@Freeze(identifier: \"1\") enum S {}", noVersion),
      ("@AutoTests final class P {}", "@AutoTests can only be applied to struct or enum declarations"),
    ])
  func wrong(source: String, message: String) {
    let expansion = Expansion(of: source)
    #expect(expansion.diagnostics == ["1:1 error: \(message)"])
    #expect(!expansion.text.contains("__freezeray"))
  }

  @Test("two versions whose functions have the same name are diagnosed, and the first keeps its functions")
  func sameName() {
    let expansion = Expansion(of: "@Freeze(version: \"1.0\")\n@FreezeSchema(version: \"1_0\")\nenum S {}")
    #expect(
      expansion.diagnostics == [
        "2:1 error: versions \"1.0\" and \"1_0\" both generate a function __freezeray_freeze_1_0; "
          + "freeze them on separate enums"
      ])
    #expect(expansion.text.contains("version: \"1.0\""))
    #expect(!expansion.text.contains("version: \"1_0\""))
  }

  @Test("a version that is frozen twice on one enum is diagnosed")
  func sameVersion() {
    let message = "error: version \"1.0\" is frozen twice on this enum; remove one of the attributes"
    let source = "@Freeze(version: \"1.0\")\n@Freeze(version: \"1.0\")\nenum S {}"
    #expect(Expansion(of: source).diagnostics == ["1:1 \(message)", "2:1 \(message)"])
    #expect(
      Expansion(of: "@Freeze(version: \"1.0\")\n@FreezeSchema(version: \"1.0\")\nenum S {}").diagnostics
        == ["2:1 \(message)"])
  }

  @Test("one enum may be frozen as several versions")
  func several() {
    let expansion = Expansion(of: "@Freeze(version: \"1.0\")\n@Freeze(version: \"1.1\")\nenum S {}")
    #expect(expansion.diagnostics == [])
    #expect(expansion.text.contains("__freezeray_check_1_0()") && expansion.text.contains("__freezeray_check_1_1()"))
  }
}
