extension ColumnForm {
  func part(read keyPath: AnyKeyPath) -> CompositeParts.Part? { nil }
}

extension CompositeForm {
  /// A key path reveals no property name, and a part may be named differently. Therefore two values that differ in only
  /// one part are read through the key path. A part with only one known sample value is found by elimination.
  func part(read keyPath: AnyKeyPath) -> CompositeParts.Part? {
    guard let keyPath = keyPath as? PartialKeyPath<Value>, MemoryLayout<Value>.offset(of: keyPath) != nil,
      let columns = placeholders.first, let value = try? value(of: columns)
    else { return nil }
    let valueType = AttributeCodec.of(Swift.type(of: keyPath).valueType)?.valueType
    let read = parts.list.filter { part in
      guard let other = part.codec.placeholders.dropFirst().first else { return false }
      var changed = columns
      changed.replaceSubrange(part.columns, with: other)
      guard let changed = try? self.value(of: changed) else { return false }
      return differ(value[keyPath: keyPath], changed[keyPath: keyPath])
    }
    let left = parts.list.filter { $0.codec.placeholders.count == 1 && $0.codec.valueType == valueType }
    let found = read.isEmpty ? left : read
    return found.count == 1 ? found[0] : nil
  }

  private func differ(_ one: Any, _ other: Any) -> Bool {
    guard let codec = AttributeCodec.of(Swift.type(of: one)), let columns = try? codec.encode(one) else { return false }
    return (try? codec.encode(other)) != columns
  }
}
