/// Stored values of the older of two versions that the program of the newer one cannot read, although the store is migrated.
public struct UnreadableValues: Sendable, Hashable {
  /// Why they cannot be read.
  public enum Reason: Sendable, Hashable {
    /// An enumeration lacks cases, which are given by their values.
    case casesRemoved([String])
    /// A structure requires a key that it did not have.
    case keyAdded(String)
    /// A structure requires a key that could be missing.
    case keyRequired(String)
    /// A key has another type.
    case keyChanged(String, before: String, after: String)
  }

  /// The name of the entity in the newer version that declares the property.
  public let entity: String
  /// The name of the property in the newer version.
  public let property: String
  /// Where in the property's value the type is, as in ``ReadableValues/contents``: empty for the value itself.
  public let part: String
  /// Why they cannot be read.
  public let reason: Reason
}

extension UnreadableValues {
  /// The values that attributes keep between two versions and that cannot be read any more. What is not known of one of the
  /// versions is not compared.
  public static func all(
    from older: DeclaredModel, _ olderValues: ReadableValues, to newer: DeclaredModel, _ newerValues: ReadableValues
  ) -> [UnreadableValues] {
    var inference = Inference(from: older, to: newer, stage: .custom, rules: .coreData)
    var found: Set<UnreadableValues> = []
    for mapping in inference.entityMappings() {
      guard let source = mapping.source else { continue }
      let (old, new) = (older.inheritedProperties(of: source), newer.inheritedProperties(of: mapping.name))
      for pair in mapping.attributes {
        guard let former = pair.source else { continue }
        let entity = new.owner[pair.attribute.name] ?? mapping.name
        let before = olderValues.parts(of: "\(old.owner[former.name] ?? source).\(former.name)")
          .merging(former.enumerations) { _, own in own }
        let after = newerValues.parts(of: "\(entity).\(pair.attribute.name)")
          .merging(pair.attribute.enumerations) { _, own in own }
        for (part, content) in before {
          guard let now = after[part] else { continue }
          for reason in content.reasons(readAs: now) {
            found.insert(
              UnreadableValues(entity: entity, property: pair.attribute.name, part: part, reason: reason))
          }
        }
      }
    }
    return found.sorted {
      ($0.entity, $0.property, $0.part, $0.message) < ($1.entity, $1.property, $1.part, $1.message)
    }
  }

  /// Why, as a clause without a full stop.
  public var message: String {
    let type = part.isEmpty ? "its type" : "the type of \(property)\(part)"
    return switch reason {
    case .casesRemoved(let cases): "\(type) no longer has \(cases.joined(separator: ", "))"
    case .keyAdded(let key): "\(type) requires \(key), which is new"
    case .keyRequired(let key): "\(type) requires \(key), which could be missing"
    case .keyChanged(let key, let before, let after): "\(type) reads \(key) as \(after), and it was \(before)"
    }
  }
}

extension ReadableValues {
  /// What is at a property and below it, by what follows the property's name.
  fileprivate func parts(of property: String) -> [String: Content] {
    contents.reduce(into: [:]) { parts, item in
      guard item.key.hasPrefix(property) else { return }
      let rest = String(item.key.dropFirst(property.count))
      if rest.isEmpty || ".[{".contains(rest.first ?? " ") { parts[rest] = item.value }
    }
  }
}

extension DeclaredModel.Attribute {
  /// The cases of enumerations that have columns of their own, by their place in the attribute.
  fileprivate var enumerations: [String: ReadableValues.Content] {
    if type == .enumeration { return ["": .cases(components.map(\.name).sorted())] }
    return components.reduce(into: [:]) { found, component in
      for (part, content) in component.enumerations { found[".\(component.name)\(part)"] = content }
    }
  }
}

extension ReadableValues.Content {
  fileprivate func reasons(readAs now: Self) -> [UnreadableValues.Reason] {
    switch (self, now) {
    case (.cases(let before), .cases(let after)):
      let removed = Set(before).subtracting(after).sorted()
      return removed.isEmpty ? [] : [.casesRemoved(removed)]
    case (.keys(let before), .keys(let after)):
      return after.compactMap { name, key in
        guard let former = before[name] else { return key.isOptional ? nil : .keyAdded(name) }
        if former.isOptional, !key.isOptional { return .keyRequired(name) }
        let isOther = former.type != key.type && !Self.readsAs(former.type, key.type)
        return isOther ? .keyChanged(name, before: former.type, after: key.type) : nil
      }
    default: return []
    }
  }

  /// Whether a type reads what another has written. Types that are no scalars may only have other names.
  private static func readsAs(_ before: String, _ after: String) -> Bool {
    let integers = ["Int", "Int64", "Int32", "Int16", "Int8", "UInt", "UInt64", "UInt32", "UInt16", "UInt8"]
    let numbers = integers + ["Double", "Float", "Decimal", "CGFloat"]
    let scalars = numbers + ["String", "Bool", "Date", "Data", "UUID", "URL", "Character"]
    guard scalars.contains(before), scalars.contains(after) else { return true }
    if integers.contains(before) { return numbers.contains(after) }
    // A date is written as a number, and these as texts.
    if numbers.contains(before) { return numbers.contains(after) && !integers.contains(after) || after == "Date" }
    if before == "Date" { return numbers.contains(after) && !integers.contains(after) }
    return after == "String" && ["UUID", "URL", "Data", "Character"].contains(before)
  }
}
