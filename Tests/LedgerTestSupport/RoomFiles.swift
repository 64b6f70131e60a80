package import LedgerCore

/// A database of Room whose schemas are in `app/schemas/com.example.ShopDatabase`.
package let roomShop = DatabaseConfiguration(
  source: .room(RoomConfiguration(paths: ["app/schemas/com.example.ShopDatabase"])), version: .declared)

/// The path of a version of ``roomShop``.
package func roomPath(_ version: Int) -> String { "app/schemas/com.example.ShopDatabase/\(version).json" }

/// The file that Room writes for a version with the table `items`, as text.
///
/// - Parameters:
///   - columns: the columns besides `id`, as SQL.
///   - formatVersion: the number of the format, which Room knows only as 1.
package func roomFile(_ version: Int, _ columns: String..., formatVersion: Int = 1) -> String {
  let all = (["`id` INTEGER NOT NULL"] + columns + ["PRIMARY KEY(`id`)"]).joined(separator: ", ")
  return """
    {
      "formatVersion": \(formatVersion),
      "database": {
        "version": \(version),
        "identityHash": "0123456789abcdef0123456789abcd0\(version % 10)",
        "entities": [
          {
            "tableName": "items",
            "createSql": "CREATE TABLE IF NOT EXISTS `${TABLE_NAME}` (\(all))",
            "fields": [],
            "primaryKey": {"autoGenerate": false, "columnNames": ["id"]},
            "indices": [],
            "foreignKeys": []
          }
        ],
        "views": [],
        "setupQueries": [
          "CREATE TABLE IF NOT EXISTS room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT)",
          "INSERT OR REPLACE INTO room_master_table (id,identity_hash) VALUES(42, '0123456789abcdef0123456789abcd0\(version % 10)')"
        ]
      }
    }
    """
}

/// Three versions of ``roomShop``.
package let roomFiles = [
  roomPath(1): roomFile(1), roomPath(2): roomFile(2, "`name` TEXT NOT NULL"),
  roomPath(3): roomFile(3, "`name` TEXT NOT NULL", "`price` INTEGER"),
]
