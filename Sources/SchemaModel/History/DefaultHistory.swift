public import Foundation

/// A position in the history of a store: the number of its last transaction.
public struct DefaultHistoryToken: HistoryToken {
  /// The numbers of the last transactions, by store identifier.
  public let tokenValue: [String: Int64]?

  /// The number of the last transaction.
  public var id: Int64 { tokenValue?.values.max() ?? 0 }

  /// Compares positions of one store. Positions of different stores have an order, but no meaning.
  public static func < (one: DefaultHistoryToken, other: DefaultHistoryToken) -> Bool {
    one.order.lexicographicallyPrecedes(other.order) { ($0.key, $0.value) < ($1.key, $1.value) }
  }

  private var order: [(key: String, value: Int64)] { (tokenValue ?? [:]).sorted { $0.key < $1.key } }
}

/// The changes of one save.
public struct DefaultHistoryTransaction: HistoryTransaction {
  /// The author of the context that saved.
  public let author: String?
  /// The identifier of the program that saved, or its name if it has none.
  public let bundleIdentifier: String
  /// The name of the process that saved.
  public let processIdentifier: String
  /// The changes, in the order in which they were written. Changes of entities that the models no longer have are left
  /// out.
  public let changes: [HistoryChange]
  /// The identifier of the store.
  public let storeIdentifier: String
  /// The time of the save.
  public let timestamp: Date
  /// The position after the transaction.
  public let token: DefaultHistoryToken
  /// The number of the transaction.
  public let transactionIdentifier: Int64

  /// The number of the transaction.
  public var id: Int64 { transactionIdentifier }

  /// Two transactions are equal if they have the same number in the same store.
  public static func == (one: Self, other: Self) -> Bool { one.token == other.token }
  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(token) }
}

/// The insertion of an object.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert {
  /// The number of the change.
  public let changeIdentifier: Int64
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The object.
  public let changedPersistentIdentifier: PersistentIdentifier
}

/// An update of an object.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate, @unchecked Sendable {
  /// The number of the change.
  public let changeIdentifier: Int64
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The object.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The attributes and relationships that were set; empty for an update before a migration of the store, because the
  /// numbers of properties have changed. Key paths without captured values can be shared between threads.
  public let updatedAttributes: [PartialKeyPath<Model>]
}

/// The deletion of an object.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete {
  /// The number of the change.
  public let changeIdentifier: Int64
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The object, which no longer exists.
  public let changedPersistentIdentifier: PersistentIdentifier
}
