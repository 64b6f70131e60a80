/// An edit that changes the meaning of a schema.
struct SchemaEdit: Sendable {
  let kind: String
  /// Changes the schema. Returns false if it contains nothing that this edit can change.
  let apply: @Sendable (inout SchemaModel, inout Randomness) -> Bool

  static let all: [SchemaEdit] = terms + tableEdits + keyEdits + indexEdits + viewEdits + triggerEdits

  private static let terms = TermEdits.rules.map { entry in
    SchemaEdit(kind: "term: " + entry.kind) { schema, random in
      func visit(_ term: inout Term, _ percent: Int, _ random: inout Randomness) -> Bool {
        let variants = TermEdits.variants(of: term, entry.rule)
        guard !variants.isEmpty, random.chance(percent) else { return false }
        term = random.pick(variants)
        return true
      }
      return schema.changeTerm { visit(&$0, 40, &random) } || schema.changeTerm { visit(&$0, 100, &random) }
    }
  }

  /// Creates an edit that changes one element of a list, chosen from those that can be changed.
  static func of<Element>(
    _ kind: String, _ list: any WritableKeyPath<SchemaModel, [Element]> & Sendable,
    _ change: @escaping @Sendable (inout Element, inout Randomness) -> Bool
  ) -> SchemaEdit {
    SchemaEdit(kind: kind) { schema, random in
      for index in random.shuffled(Array(schema[keyPath: list].indices)) {
        if change(&schema[keyPath: list][index], &random) { return true }
      }
      return false
    }
  }

  static func added<Element>(
    _ kind: String, _ list: any WritableKeyPath<SchemaModel, [Element]> & Sendable,
    _ make: @escaping @Sendable (SchemaModel) -> Element?
  ) -> SchemaEdit {
    SchemaEdit(kind: kind) { schema, _ in
      guard let element = make(schema) else { return false }
      schema[keyPath: list].append(element)
      return true
    }
  }

  static func removed<Element>(
    _ kind: String, _ list: any WritableKeyPath<SchemaModel, [Element]> & Sendable
  ) -> SchemaEdit {
    SchemaEdit(kind: kind) { schema, random in
      guard !schema[keyPath: list].isEmpty else { return false }
      schema[keyPath: list].remove(at: random.below(schema[keyPath: list].count))
      return true
    }
  }
}

/// Replaces `value` with a different one of `choices`.
func replace(_ value: inout String?, by choices: [String], _ random: inout Randomness) -> Bool {
  value = random.pick((choices.map(Optional.some) + [nil]).filter { $0 != value })
  return true
}

/// Replaces a collation with one that has another effect.
///
/// - Parameter own: the collation that applies without one; `nil` for BINARY.
func replaceCollation(_ value: inout String?, over own: String?, _ random: inout Randomness) -> Bool {
  let own = own ?? "BINARY"
  let before = value ?? own
  value = random.pick((Names.collations.map(Optional.some) + [nil]).filter { ($0 ?? own) != before })
  return true
}

/// Applies `change` to one element of `list`, chosen from those that can be changed.
func anyOf<Element>(
  _ list: inout [Element], _ random: inout Randomness, _ change: (inout Element, inout Randomness) -> Bool
) -> Bool {
  for index in random.shuffled(Array(list.indices)) where change(&list[index], &random) { return true }
  return false
}
