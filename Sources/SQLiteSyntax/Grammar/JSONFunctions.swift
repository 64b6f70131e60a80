/// SQLite's functions for JSON. https://www.sqlite.org/json1.html
package enum JSONFunctions {
  /// The functions whose first argument is JSON. Most of them fail with "malformed JSON" if it is another text.
  package static let readers: Set<Identifier> = [
    "json", "jsonb", "json_array_length", "json_each", "json_extract", "json_insert", "json_patch", "json_remove",
    "json_replace", "json_set", "json_tree", "json_type", "json_valid", "jsonb_extract",
  ]
}
