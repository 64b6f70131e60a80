package import EntityModel

// SL210 and SL211: the models of a source, if CloudKit synchronises their stores.

extension Finding {
  package static func modelUnsupported(_ violation: CloudKitViolation) -> Finding {
    var finding = Finding(.models(.unsupported(violation)))
    finding.object = violation.entity
    // A constraint of several properties is the entity's.
    finding.column = violation.properties.count == 1 ? violation.properties[0] : nil
    return finding
  }

  package static func cloudSchemaChanged(_ change: CloudKitChange) -> Finding {
    var finding = Finding(.models(.notFollowed(change))).with(version: change.version)
    (finding.object, finding.column) = (change.entity, change.property)
    return finding
  }
}
