import LedgerKit
internal import SQLiteSchema

/// The changes of a schema in readable form, one line per change if it fits.
struct DiffText {
  let terminal: Terminal

  func lines(_ changes: [SchemaChange], indent: Int = 2, limit: Int? = nil) -> [DisplayText] {
    let shown = limit.map { Array(changes.prefix($0)) } ?? changes
    let margin = DisplayText.spaces(indent)
    var lines = shown.flatMap { self.lines($0, margin) }
    if shown.count < changes.count { lines.append("\(margin)and \(changes.count - shown.count) more") }
    return lines
  }

  private func lines(_ change: SchemaChange, _ margin: DisplayText) -> [DisplayText] {
    if let sentence = change.sentence {
      let part = change.declaredPart
      switch (change.before, change.after) {
      case (nil, _?): return [margin + terminal.styled("+ \(part)", .added) + " \(sentence)"]
      case (_?, nil): return [margin + terminal.styled("- \(part)", .removed) + " \(sentence)"]
      default: return [margin + "~ \(part) \(sentence)"]
      }
    }
    let head: DisplayText = "\(String(describing: change.kind)) \(change.place)"
    switch (change.before, change.after) {
    case (nil, nil): return [margin + "  " + head]
    case (nil, let after?): return [margin + terminal.styled("+ \(head)", .added) + rest(after, change)]
    case (let before?, nil): return [margin + terminal.styled("- \(head)", .removed) + rest(before, change)]
    case (let before?, let after?) where before.count + after.count < 80:
      return [margin + "~ \(head): \(before) → \(after)"]
    case (let before?, let after?):
      return [
        margin + "~ \(head)", margin + "    " + terminal.styled("- \(before)", .removed),
        margin + "    " + terminal.styled("+ \(after)", .added),
      ]
    }
  }

  /// Returns the definition, unless the line already contains it.
  private func rest(_ text: String, _ change: SchemaChange) -> DisplayText {
    text == "table" ? "" : ": \(text)"
  }
}
