#ifndef SCHEMALEDGER_CMEMORY_H
#define SCHEMALEDGER_CMEMORY_H

#include <stddef.h>

/// Why memory was refused.
enum schemaledger_shortage {
  schemaledger_no_shortage = 0,
  /// SQL reached the limit for all databases of the process.
  schemaledger_limit_reached = 1,
  /// The system gave no memory.
  schemaledger_no_memory = 2,
};

/// Records that memory was refused. The first reason is kept until the process ends.
///
/// A library that gets no memory does not always report it: it may answer that something does not exist. What the process
/// has found out since then is therefore not reliable, whatever the code that asked has made of the answer.
void schemaledger_note_shortage(enum schemaledger_shortage reason);

/// The first reason for which memory was refused.
enum schemaledger_shortage schemaledger_first_shortage(void);

/// Records that a command has done what it was for. What it says about that does not depend on memory that is refused later.
void schemaledger_settle(void);

/// The first reason for which memory was refused before `schemaledger_settle` was called.
enum schemaledger_shortage schemaledger_unsettled_shortage(void);

/// Ends the process with exit status 2 and a message if its address space is limited to less than 512 MiB (`ulimit -v`), its
/// data to less than 256 MiB (`ulimit -d`), or its open files to less than 24 (`ulimit -n`). With less, the runtime of Swift
/// cannot start its threads, for which it waits forever, or ends the process with a signal.
void schemaledger_require_resources(void);

/// Returns memory from a reserve of 16 MiB, and records the shortage. When the reserve is used up, the process ends with
/// exit status 2 and a message. The memory is not used again after it has been freed.
void *schemaledger_reserve(size_t size);

/// Whether the memory comes from the reserve, and if so, its size in bytes.
int schemaledger_is_reserved(const void *memory);
size_t schemaledger_reserved_size(const void *memory);

/// Allocators that never return NULL for a size above 0: without memory they use the reserve.
void *schemaledger_allocate(size_t size);
void *schemaledger_reallocate(void *memory, size_t size);
void schemaledger_release(void *memory);

#endif
