import BlogModels
import Testing

/// Calls the functions that the macros generate.
@Suite("Schemas")
struct SchemaTests {
  @Test("released versions are frozen, unchanged, and can be migrated to today's")
  func schemas() throws {
    // The first run freezes the versions, and later runs compare them.
    try AppSchemaV1.__freezeray_freeze_1_0_0()
    try AppSchemaV2.__freezeray_freeze_2_0_0()

    try AppSchemaV1.__freezeray_check_1_0_0()
    try AppSchemaV2.__freezeray_check_2_0_0()

    try AppMigrations.__freezeray_test_migrations()
  }
}
