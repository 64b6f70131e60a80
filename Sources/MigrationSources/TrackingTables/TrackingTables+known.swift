public import SQLiteSandbox
internal import SQLiteSyntax

extension TrackingTables {
  /// The tables of all conventions, and those of tools and platforms whose migrations are not SQL files.
  public static let known = TrackingTables(MigrationConvention.all.flatMap(\.tracking.tables) + others)

  private static let others = [
    Table("alembic_version", of: "Alembic"),
    Table("django_migrations", of: "Django", normalizing: ["applied": "'2000-01-01 00:00:00'"]),
    Table(
      "_sqlite_migrations", of: "sqlite-utils", normalizing: ["applied_at": "'2000-01-01 00:00:00.000000+00:00'"]),
    Table(
      "ar_internal_metadata", of: "Rails",
      normalizing: ["created_at": "'2000-01-01 00:00:00'", "updated_at": "'2000-01-01 00:00:00'"]),
    Table("__EFMigrationsHistory", of: "EF Core"),
    Table("__EFMigrationsLock", of: "EF Core"),
    Table("knex_migrations", of: "Knex", normalizing: ["migration_time": "946684800000"]),
    Table("knex_migrations_lock", of: "Knex"),
    Table("SequelizeMeta", of: "Sequelize"),
    Table("room_master_table", of: "Room"),
    Table("android_metadata", of: "Android"),
    Table("d1_migrations", of: "Cloudflare D1"),
    Table("_litestream_seq", of: "Litestream"),
    Table("_litestream_lock", of: "Litestream"),
  ]
}
