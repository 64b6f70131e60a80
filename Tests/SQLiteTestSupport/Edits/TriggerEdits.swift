import SQLiteSyntax

extension SchemaEdit {
  private static func insert(
    _ kind: String, _ change: @escaping @Sendable (inout Insertion, inout Randomness) -> Bool
  ) -> SchemaEdit {
    .of("trigger: " + kind, \.triggers) { trigger, random in
      anyOf(&trigger.body, &random) { statement, random in
        guard case .insert(var insertion) = statement, change(&insertion, &random) else { return false }
        statement = .insert(insertion)
        return true
      }
    }
  }

  private static func update(
    _ kind: String, _ change: @escaping @Sendable (inout Change, inout Randomness) -> Bool
  ) -> SchemaEdit {
    .of("trigger: " + kind, \.triggers) { trigger, random in
      anyOf(&trigger.body, &random) { statement, random in
        guard case .update(var update) = statement, change(&update, &random) else { return false }
        statement = .update(update)
        return true
      }
    }
  }

  static let triggerEdits: [SchemaEdit] = [
    .of("trigger: timing", \.triggers) { trigger, _ in
      guard trigger.timing != "INSTEAD OF" else { return false }
      trigger.timing = trigger.timing == "BEFORE" ? "AFTER" : "BEFORE"
      return true
    },
    .of("trigger: event", \.triggers) { trigger, _ in
      trigger.columns = []
      trigger.event = trigger.event == "DELETE" ? "INSERT" : "DELETE"
      return true
    },
    .of("trigger: columns of UPDATE OF", \.triggers) { trigger, _ in
      guard !trigger.columns.isEmpty else { return false }
      trigger.columns[0] = "fresh"
      return true
    },
    .of("trigger: OF removed", \.triggers) { trigger, _ in
      defer { trigger.columns = [] }
      return !trigger.columns.isEmpty
    },
    .of("trigger: WHEN", \.triggers) { trigger, _ in
      trigger.condition = trigger.condition == nil ? .keyword("TRUE") : nil
      return true
    },
    .of("trigger: order of the statements", \.triggers) { trigger, _ in
      guard trigger.body.count > 1, trigger.body[0] != trigger.body[1] else { return false }
      trigger.body.swapAt(0, 1)
      return true
    },
    .of("trigger: statement removed", \.triggers) { trigger, _ in
      trigger.body.count > 1 && trigger.body.popLast() != nil
    },
    .of("trigger: statement twice", \.triggers) { trigger, _ in
      trigger.body.append(trigger.body[0])
      return true
    },
    .of("trigger: table of a DELETE", \.triggers) { trigger, random in
      anyOf(&trigger.body, &random) { statement, _ in
        guard case .delete(_, let filter) = statement else { return false }
        statement = .delete(table: "fresh", filter: filter)
        return true
      }
    },
    .of("trigger: WHERE of a DELETE", \.triggers) { trigger, random in
      anyOf(&trigger.body, &random) { statement, _ in
        guard case .delete(let table, let filter) = statement else { return false }
        statement = .delete(table: table, filter: filter == nil ? .keyword("FALSE") : nil)
        return true
      }
    },
    .of("trigger: RAISE", \.triggers) { trigger, random in
      anyOf(&trigger.body, &random) { statement, random in
        guard case .select(var query) = statement, case .select(var select) = query.cores[0],
          case .term(.raise(let action, let message?), _) = select.results[0]
        else { return false }
        let term: Term =
          random.chance(50) ? .raise(action, message + " ") : .raise(action == "FAIL" ? "ABORT" : "FAIL", message)
        select.results = [.term(term, alias: nil)]
        query.cores[0] = .select(select)
        statement = .select(query)
        return true
      }
    },
    insert("INSERT OR") { replace(&$0.conflict, by: Names.conflicts, &$1) },
    insert("order of the inserted columns") { insertion, _ in
      guard insertion.columns.count > 1 else { return false }
      insertion.columns.swapAt(0, 1)
      return true
    },
    insert("upsert added or removed") { insertion, _ in
      guard case .values = insertion.source.cores[0] else { return false }
      insertion.upsert = insertion.upsert == nil ? Upsert(target: [], assignments: []) : nil
      return true
    },
    insert("DO UPDATE to DO NOTHING") { insertion, _ in
      guard var upsert = insertion.upsert, !upsert.assignments.isEmpty else { return false }
      upsert.assignments = []
      upsert.filter = nil
      insertion.upsert = upsert
      return true
    },
    insert("WHERE of an upsert") { insertion, _ in
      guard var upsert = insertion.upsert, !upsert.assignments.isEmpty else { return false }
      upsert.filter = upsert.filter == nil ? .keyword("TRUE") : nil
      insertion.upsert = upsert
      return true
    },
    update("UPDATE OR") { replace(&$0.conflict, by: Names.conflicts, &$1) },
    update("FROM removed") { change, _ in
      defer { change.sources = [] }
      return !change.sources.isEmpty
    },
    update("column that is set") { change, _ in
      change.assignments[0].columns[0] = "fresh"
      return true
    },
    update("order of the assignments") { change, _ in
      guard change.assignments.count > 1 else { return false }
      change.assignments.swapAt(0, 1)
      return true
    },
    .of("trigger: renamed", \.triggers) { trigger, _ in
      trigger.name = "fresh"
      return true
    },
    .removed("trigger: removed", \.triggers),
    .added("trigger: added", \.triggers) { schema in
      TriggerModel(
        name: "fresh", timing: "AFTER", event: "INSERT", table: schema.tables[0].name,
        body: [.delete(table: schema.tables[0].name, filter: nil)])
    },
  ]
}
