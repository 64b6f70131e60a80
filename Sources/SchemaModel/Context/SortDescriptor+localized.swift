public import Foundation

#if !canImport(Darwin)
  extension SortDescriptor where Compared: PersistentModel {
    /// Sorts by a text, by default in the order that SwiftData uses by default.
    public init(
      _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: LocalizedComparator = .localizedStandard,
      order: SortOrder = .forward
    ) {
      let order = comparator.order == .forward ? order : order.reversed
      switch comparator.rule {
      case .standard: self.init(Self.extended(keyPath, \.localizedStandardText), order: order)
      case .plain: self.init(Self.extended(keyPath, \.localizedText), order: order)
      }
    }

    /// Sorts by an optional text, by default in the order that SwiftData uses by default; `nil` comes first.
    public init(
      _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: LocalizedComparator = .localizedStandard,
      order: SortOrder = .forward
    ) {
      let order = comparator.order == .forward ? order : order.reversed
      switch comparator.rule {
      case .standard: self.init(Self.extended(keyPath, \.localizedStandardText), order: order)
      case .plain: self.init(Self.extended(keyPath, \.localizedText), order: order)
      }
    }

    /// Two key paths that can be shared between threads can also be shared when they are joined, but `appending(path:)`
    /// does not say so, and a cast cannot test it.
    private static func extended<Text, Key>(
      _ keyPath: any KeyPath<Compared, Text> & Sendable, _ step: any KeyPath<Text, Key> & Sendable
    ) -> any KeyPath<Compared, Key> & Sendable {
      unsafeBitCast(keyPath.appending(path: step), to: (any KeyPath<Compared, Key> & Sendable).self)
    }
  }

  extension SortComparator where Self == LocalizedComparator {
    /// The order of file names in Apple's Finder, in the process's locale.
    public static var localizedStandard: LocalizedComparator { LocalizedComparator.localizedStandard }
    /// The order of the process's locale.
    public static var localized: LocalizedComparator { LocalizedComparator.localized }
  }

  extension SortOrder {
    fileprivate var reversed: SortOrder { self == .forward ? .reverse : .forward }
  }
#endif
