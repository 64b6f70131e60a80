internal import CanonicalJSON
internal import SQLiteLint

extension RuleFacts {
  var json: [String: JSONValue] {
    let members =
      switch violation {
      case .comment(let facts): facts.json
      case .foreignKeys(let facts): facts.json
      case .rebuiltTable(let facts): facts.json
      case .existingRows(let facts): facts.json
      case .meaning(let facts): facts.json
      case .settings(let facts): facts.json
      }
    return members.merging(["statement": .string(statement)]) { $1 }
  }
}

extension LintFacts.Comment {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .namesNoRule: ["kind": "namesNoRule"]
    case .unknownRules(let codes): ["kind": "unknownRules", "codes": .strings(codes)]
    case .givesNoReason(let codes): ["kind": "givesNoReason", "codes": .strings(codes)]
    case .allowsNothing(let codes): ["kind": "allowsNothing", "codes": .strings(codes)]
    }
  }
}

extension LintFacts.ForeignKeys {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .pragmaInTransaction(let isToolTransaction, let turnsOff):
      ["kind": "pragmaInTransaction", "isToolTransaction": .bool(isToolTransaction), "turnsOff": .bool(turnsOff)]
    case .cascadeOnDrop(let parent, let children, let actions):
      [
        "kind": "cascadeOnDrop", "parent": .string(parent), "children": .strings(children),
        "onDelete": .strings(actions),
      ]
    case .cascadeDespiteDeferral(let parent, let children, let actions):
      [
        "kind": "cascadeDespiteDeferral", "parent": .string(parent), "children": .strings(children),
        "onDelete": .strings(actions),
      ]
    case .parentRenamed(let parent, let name, let child):
      ["kind": "parentRenamed", "parent": .string(parent), "newName": .string(name), "child": .string(child)]
    case .parentDropped(let child): ["kind": "parentDropped", "child": .string(child)]
    case .mismatch(let mismatch, let child, let parent):
      mismatch.json.merging(["kind": "foreignKeyMismatch", "child": .string(child), "parent": .string(parent)]) { $1 }
    case .unindexed(let table, let keys):
      ["kind": "unindexed", "table": .string(table), "keys": .array(keys.map { .strings($0) })]
    case .parentReplaced(let parent, let child, let action):
      ["kind": "parentReplaced", "parent": .string(parent), "child": .string(child), "onDelete": .string(action)]
    case .leftOff: ["kind": "foreignKeysLeftOff"]
    }
  }
}

extension LintFacts.Mismatch {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .noTable: ["mismatch": "noTable"]
    case .noPrimaryKey: ["mismatch": "noPrimaryKey"]
    case .columnCount(let count, let parentCount):
      ["mismatch": "columnCount", "columnCount": .number(count), "parentColumnCount": .number(parentCount)]
    case .noColumn(let name): ["mismatch": "noColumn", "parentColumns": .strings([name])]
    case .notUnique(let names): ["mismatch": "notUnique", "parentColumns": .strings(names)]
    }
  }
}

extension LintFacts.RebuiltTable {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .triggerLost(let trigger, let table):
      ["kind": "triggerLost", "trigger": .string(trigger), "table": .string(table)]
    case .indexLost(let index, let isUnique, let definition):
      ["kind": "indexLost", "index": .string(index), "isUnique": .bool(isUnique), "definition": .string(definition)]
    case .autoincrementLost(let table, let key):
      ["kind": "autoincrementLost", "table": .string(table), "key": .string(key)]
    case .sequenceRestarts(let table, let copy):
      ["kind": "sequenceRestarts", "table": .string(table), "copy": .string(copy)]
    case .rowidsRenumbered(let table, let copy, let fullTextTable):
      [
        "kind": "rowidsRenumbered", "table": .string(table), "copy": .string(copy),
        "fullTextTable": .string(fullTextTable),
      ]
    case .columnNotCopied(let column, let hasDefault):
      ["kind": "columnNotCopied", "column": .string(column), "hasDefault": .bool(hasDefault)]
    case .keyNotCopied(let column, let referrer):
      ["kind": "keyNotCopied", "column": .string(column), "referrer": .string(referrer)]
    case .columnsCrossed(let table, let columns, let first, let others, let isByPosition):
      [
        "kind": "columnsCrossed", "table": .string(table), "columns": .strings(columns),
        "crossed": .array(([first] + others).map(\.json)), "isByPosition": .bool(isByPosition),
      ]
    case .copyByStar(let table, let copy, let columns):
      ["kind": "copyByStar", "table": .string(table), "copy": .string(copy), "columns": .strings(columns)]
    case .rowsIgnored(let table, let copy):
      ["kind": "rowsIgnored", "table": .string(table), "copy": .string(copy)]
    case .rowsReplaced(let table, let copy):
      ["kind": "rowsReplaced", "table": .string(table), "copy": .string(copy)]
    case .createdAsCopy(let table, let isReplacement):
      ["kind": "createdAsCopy", "table": .string(table), "isReplacement": .bool(isReplacement)]
    case .tableLeftOver(let table, let origin):
      ["kind": "tableLeftOver", "table": .string(table), "origin": .string(origin)]
    case .fullTextContentGone(let table, let content):
      ["kind": "fullTextContentGone", "fullTextTable": .string(table), "content": .string(content)]
    }
  }
}

extension LintFacts.Crossing {
  fileprivate var json: JSONValue { ["column": .string(column), "source": .string(source)] }
}

extension LintFacts.ExistingRows {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .notNullWithoutDefault: ["kind": "notNullWithoutDefault"]
    case .nonConstantDefault: ["kind": "nonConstantDefault"]
    case .defaultFailsConstraint: ["kind": "defaultFailsConstraint"]
    case .referencesWithDefault: ["kind": "referencesWithDefault"]
    case .notNullWithoutBackfill(let table, let column):
      ["kind": "notNullWithoutBackfill", "table": .string(table), "column": .string(column)]
    case .uniqueOverRows(let table, let columns, let isPartial):
      [
        "kind": "uniqueOverRows", "table": .string(table), "columns": .strings(columns), "isPartial": .bool(isPartial),
      ]
    case .checkOverRows(let table, let check):
      ["kind": "checkOverRows", "table": .string(table), "check": .string(check)]
    case .strictOverRows(let table, let column, let type):
      ["kind": "strictOverRows", "table": .string(table), "column": .string(column), "type": .string(type)]
    case .typeChanged(let column, let old, let new, let affinity, let conversion):
      [
        "kind": "typeChanged", "column": .string(column), "before": .string(old), "after": .string(new),
        "affinity": .string(affinity), "conversion": .string(conversion.rawValue),
      ]
    case .nullablePrimaryKey(let column, let type, let count):
      [
        "kind": "nullablePrimaryKey", "column": .string(column), "type": .string(type),
        "otherTableCount": .number(count),
      ]
    case .rowidLookalike(let column, let type):
      ["kind": "rowidLookalike", "column": .string(column), "type": .string(type)]
    }
  }
}

extension LintFacts.Meaning {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .textForColumn(let text, let column):
      ["kind": "textForColumn", "text": .string(text), "column": .string(column)]
    case .textInIndex(let text): ["kind": "textInIndex", "text": .string(text)]
    case .quotedStrings(let texts): ["kind": "quotedStrings", "texts": .strings(texts)]
    case .comparedWithNull(let operand, let comparison, let statement):
      [
        "kind": "comparedWithNull", "operand": .string(operand), "comparison": .string(comparison),
        "action": .string(statement.rawValue),
      ]
    case .deletesEveryRow(let table): ["kind": "deletesEveryRow", "table": .string(table)]
    case .overwritesEveryRow(let table, let column, let value):
      [
        "kind": "overwritesEveryRow", "table": .string(table), "column": .string(column), "value": .string(value),
      ]
    case .tableExists(let name): ["kind": "tableExists", "name": .string(name)]
    case .objectExists(let name, let kind, let table):
      [
        "kind": "objectExists", "name": .string(name), "objectKind": .string(kind),
        "table": table.map { .string($0) } ?? .null,
      ]
    case .dropsNothing(let name, let kind):
      ["kind": "dropsNothing", "name": .string(name), "objectKind": .string(kind)]
    case .defaultIsText(let text, let form):
      ["kind": "defaultIsText", "text": .string(text), "form": .string(form.rawValue)]
    case .timeOfUpgrade(let column): ["kind": "timeOfUpgrade", "column": .string(column)]
    case .tableDropped(let name): ["kind": "tableDropped", "table": .string(name)]
    case .columnDropped(let name, let table):
      ["kind": "columnDropped", "column": .string(name), "table": .string(table)]
    case .viewBroken(let name, let reason):
      ["kind": "viewBroken", "name": .string(name), "reason": .string(reason)]
    case .triggerBroken(let name, let reason):
      ["kind": "triggerBroken", "name": .string(name), "reason": .string(reason)]
    case .triggerByPosition(let table): ["kind": "triggerByPosition", "table": .string(table)]
    }
  }
}

extension LintFacts.Settings {
  fileprivate var json: [String: JSONValue] {
    switch self {
    case .nestedBegin: ["kind": "nestedBegin"]
    case .endsTransaction: ["kind": "endsTransaction"]
    case .vacuumInTransaction(let isToolTransaction):
      ["kind": "vacuumInTransaction", "isToolTransaction": .bool(isToolTransaction)]
    case .journalModeInTransaction(let mode): ["kind": "journalModeInTransaction", "mode": .string(mode)]
    case .encodingFixed: ["kind": "encodingFixed"]
    case .needsVacuum(let setting): ["kind": "needsVacuum", "setting": .string(setting)]
    case .versionApart: ["kind": "versionApart"]
    case .legacyAlterLeftOn: ["kind": "legacyAlterLeftOn"]
    case .writableSchema: ["kind": "writableSchema"]
    case .otherFile: ["kind": "otherFile"]
    case .applicationName(let name, let table):
      ["kind": "applicationName", "name": .string(name), "table": table.map { .string($0) } ?? .null]
    }
  }
}
