sqldelight {
  databases {
    create("Database") {
      packageName.set("org.example.hockey")
      dialect("app.cash.sqldelight:sqlite-3-38-dialect:2.0.2")
      schemaOutputDirectory.set(file("src/commonMain/sqldelight/databases"))
    }
  }
}
