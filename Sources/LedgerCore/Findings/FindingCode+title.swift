extension Finding.Code {
  /// What findings of this code say, in a few words, for a list of them.
  public var title: String { Self.titles[rawValue] ?? "A rule for migrations" }

  /// Where it is described, from the top of this project.
  public var page: String {
    isRule ? "Docs/Rules/\(rawValue).md" : "Docs/Findings.md#\(rawValue.lowercased())"
  }

  private static let titles = [
    "SL101": "A frozen entry was rewritten",
    "SL102": "A frozen entry was deleted",
    "SL103": "A file of an entry does not match its digest",
    "SL104": "An entry names a parent that is not there",
    "SL105": "One version was frozen with different contents",
    "SL106": "An object is missing in this clone",
    "SL107": "The clone is shallow",
    "SL108": "Two versions were frozen after one",
    "SL201": "A frozen schema changed",
    "SL202": "A frozen migration changed",
    "SL203": "A frozen migration changed in text alone",
    "SL204": "A frozen migration was removed or renamed",
    "SL205": "A migration comes before a frozen one",
    "SL206": "Versions of another lineage",
    "SL207": "One number for two migrations",
    "SL208": "The order of migrations matters",
    "SL301": "A migration fails",
    "SL302": "A version arrives at another schema",
    "SL303": "A version arrives with another order of columns",
    "SL304": "Rows are lost",
    "SL305": "Values are lost",
    "SL306": "Values are moved to another column",
    "SL307": "A column is filled with its own name",
    "SL308": "Rows lose their parents",
    "SL309": "The database is not sound",
    "SL310": "A view or a trigger no longer compiles",
    "SL311": "A second run changes something",
    "SL312": "A run that was interrupted does not recover",
    "SL313": "A way back fails or does not restore",
    "SL314": "The outcome depends on foreign_keys",
    "SL315": "A migration is over its budget",
    "SL316": "A query of an older program no longer compiles",
    "SL317": "Rows of one's own do not fit",
    "SL501": "A waiver is not used",
    "SL502": "A waiver has expired",
  ]
}
