package import CanonicalJSON
package import SQLiteSchema
internal import SQLiteSyntax

extension CanonicalSchema {
  /// `schema.json`: the schema as data, for tools and reviews.
  package var json: JSONValue {
    let digests = digests
    let members: [String: JSONValue] = [
      "digests": [
        "schema": .string(digests.schema), "shape": .string(digests.shape), "text": .string(digests.text),
      ]
    ]
    return .object(members.merging(jsonWithoutDigests) { $1 })
  }

  /// The members of ``json`` that are not digests, which take as long as all others.
  package var jsonWithoutDigests: [String: JSONValue] {
    [
      "format": 1,
      "indexes": .array(indexes.map(\.json)),
      "properties": properties.json,
      "tables": .array(tables.map(\.json)),
      "triggers": .array(triggers.map(\.json)),
      "views": .array(views.map(\.json)),
      "virtualTables": .array(virtualTables.map(\.json)),
    ]
  }
}

extension DatabaseProperties {
  var json: JSONValue {
    [
      "application_id": .number(applicationID), "auto_vacuum": .number(autoVacuum), "encoding": .string(encoding),
      "page_size": .number(pageSize), "user_version": .number(userVersion),
    ]
  }
}

extension CanonicalObject {
  fileprivate var json: JSONValue {
    JSONValue(present: [
      "name": .string(name.text),
      "resolvedColumns": resolvedColumns.map { .array($0.map { .string($0.text) }) },
      "sql": .string(statement.text),
      "table": table == name ? nil : .string(table.text),
    ])
  }
}

extension CanonicalTable {
  fileprivate var json: JSONValue {
    JSONValue(present: [
      "checks": .array(checks.map { .string($0.text) }),
      "columns": .array(columns.map(\.json)),
      "foreignKeys": .array(foreignKeys.map { .string($0.text.text) }),
      "name": .string(name.text),
      "opaque": opaque.map { .string($0.text) },
      "primaryKey": primaryKey.map { .string($0.description.text) },
      "strict": .bool(isStrict),
      "uniques": .array(uniques.map { .string($0.text) }),
      "withoutRowid": .bool(isWithoutRowid),
    ])
  }
}

extension CanonicalTable.Column {
  fileprivate var json: JSONValue {
    JSONValue(present: [
      "collation": collation.map { .string($0.text) },
      "default": defaultValue.map { .string($0.text) },
      "generated": generated.map { .string($0.text) },
      "name": .string(name.text),
      "notNull": .bool(notNull != nil),
      "type": .string(type),
    ])
  }
}
