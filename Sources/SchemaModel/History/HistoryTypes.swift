public import Foundation

/// A position in the history of a store.
public protocol HistoryToken: Comparable, Hashable, Codable, Identifiable, Sendable {
  /// The type of the position's value.
  associatedtype TokenType
  /// The value of the position.
  var tokenValue: TokenType? { get }
}

/// The changes of one save. SchemaModel has one implementation, ``DefaultHistoryTransaction``.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
  /// The type of ``token``.
  associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
  /// The type of ``transactionIdentifier``.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The author of the context that saved.
  var author: String? { get }
  /// The changes, in the order in which they were written.
  var changes: [HistoryChange] { get }
  /// The identifier of the store.
  var storeIdentifier: String { get }
  /// The time of the save.
  var timestamp: Date { get }
  /// The position after the transaction.
  var token: TokenType { get }
  /// Identifies the transaction in its store.
  var transactionIdentifier: TransactionIdentifier { get }
}

/// The insertion of an object.
public protocol HistoryInsert<Model>: Sendable {
  /// The object's class.
  associatedtype Model: PersistentModel
  /// The type of ``transactionIdentifier``.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type of ``changeIdentifier``.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
  /// Identifies the change in its store.
  var changeIdentifier: ChangeIdentifier { get }
  /// The transaction of the change.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The object.
  var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// An update of an object.
public protocol HistoryUpdate<Model>: Sendable {
  /// The object's class.
  associatedtype Model: PersistentModel
  /// The type of ``transactionIdentifier``.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type of ``changeIdentifier``.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
  /// Identifies the change in its store.
  var changeIdentifier: ChangeIdentifier { get }
  /// The transaction of the change.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The object.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The attributes and relationships that were set.
  var updatedAttributes: [PartialKeyPath<Model>] { get }
}

/// The deletion of an object. SwiftData's also has the values that the object had; how Core Data stores them is not
/// known.
public protocol HistoryDelete<Model>: Sendable {
  /// The object's class.
  associatedtype Model: PersistentModel
  /// The type of ``transactionIdentifier``.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type of ``changeIdentifier``.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
  /// Identifies the change in its store.
  var changeIdentifier: ChangeIdentifier { get }
  /// The transaction of the change.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The object, which no longer exists.
  var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// A change of one object.
public enum HistoryChange: Sendable {
  /// The object was inserted.
  case insert(any HistoryInsert)
  /// The object was updated.
  case update(any HistoryUpdate)
  /// The object was deleted.
  case delete(any HistoryDelete)

  /// The object.
  public var changedPersistentIdentifier: PersistentIdentifier {
    switch self {
    case .insert(let change): change.changedPersistentIdentifier
    case .update(let change): change.changedPersistentIdentifier
    case .delete(let change): change.changedPersistentIdentifier
    }
  }
}

/// Describes which transactions to fetch or delete, and in which order.
public struct HistoryDescriptor<TransactionType: HistoryTransaction> {
  /// The condition, evaluated in Swift on each transaction; `nil` for all transactions.
  public var predicate: Predicate<TransactionType>?
  /// The sort order; empty for the order of the saves.
  public var sortBy: [SortDescriptor<TransactionType>]
  /// The maximum number of transactions to fetch; 0 for no limit.
  public var fetchLimit: UInt64 = 0

  /// Creates a descriptor of all transactions, or of those that match a predicate.
  public init(predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}
