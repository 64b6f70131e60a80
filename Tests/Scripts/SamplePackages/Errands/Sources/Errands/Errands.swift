/// Where the migrations are.
public let migrations = "migrations"
