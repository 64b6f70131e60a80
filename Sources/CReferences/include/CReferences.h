#ifndef SCHEMALEDGER_CREFERENCES_H
#define SCHEMALEDGER_CREFERENCES_H

/// Retains an object of Swift and returns it, or returns NULL if it is being deallocated or has been, on any thread. The memory
/// of the object must still exist. This is a function of Swift's runtime, which also loads weak references with it.
///
/// https://github.com/swiftlang/swift/blob/main/docs/Runtime.md#reference-counting
void *_Nullable swift_tryRetain(void *_Nonnull object);

#endif
