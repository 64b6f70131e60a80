/// The releases of SQLite that introduced functions, for the message about a missing function.
/// https://www.sqlite.org/changes.html
public enum NewerFunctions {
  /// The release that introduced the function, such as `3.44.0`; `nil` if the function is not in the list.
  public static func release(of name: String) -> String? { releases[name.lowercased()] }

  private static let releases: [String: String] = [
    "acos": "3.35.0", "acosh": "3.35.0", "asin": "3.35.0", "asinh": "3.35.0", "atan": "3.35.0", "atan2": "3.35.0",
    "atanh": "3.35.0", "ceil": "3.35.0", "ceiling": "3.35.0", "cos": "3.35.0", "cosh": "3.35.0", "degrees": "3.35.0",
    "exp": "3.35.0", "floor": "3.35.0", "ln": "3.35.0", "log": "3.35.0", "log10": "3.35.0", "log2": "3.35.0",
    "mod": "3.35.0", "pi": "3.35.0", "pow": "3.35.0", "power": "3.35.0", "radians": "3.35.0", "sign": "3.35.0",
    "sin": "3.35.0", "sinh": "3.35.0", "sqrt": "3.35.0", "tan": "3.35.0", "tanh": "3.35.0", "trunc": "3.35.0",
    "format": "3.38.0", "unixepoch": "3.38.0", "unhex": "3.41.0", "json_error_position": "3.42.0",
    "octet_length": "3.43.0", "timediff": "3.43.0", "concat": "3.44.0", "concat_ws": "3.44.0", "string_agg": "3.44.0",
    "jsonb": "3.45.0", "jsonb_array": "3.45.0", "jsonb_extract": "3.45.0", "jsonb_group_array": "3.45.0",
    "jsonb_group_object": "3.45.0", "jsonb_insert": "3.45.0", "jsonb_object": "3.45.0", "jsonb_patch": "3.45.0",
    "jsonb_remove": "3.45.0", "jsonb_replace": "3.45.0", "jsonb_set": "3.45.0", "json_pretty": "3.46.0",
    "if": "3.48.0", "unistr": "3.50.0", "unistr_quote": "3.50.0",
  ]
}
