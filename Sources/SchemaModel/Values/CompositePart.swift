extension ColumnForm {
  func part(read keyPath: AnyKeyPath) -> CompositeParts.Part? { nil }
}

extension CompositeForm {
  /// A key path does not tell its property's name, nor need that be the part's. So values that differ in one part only
  /// are read through it. A part of which only one value is known is the one that is left.
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
