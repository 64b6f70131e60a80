#ifndef SCHEMALEDGER_CSQLITE_H
#define SCHEMALEDGER_CSQLITE_H

#include <sqlite3.h>

/// Calls `sqlite3_db_config` for an option with a single Boolean argument. Swift cannot call `sqlite3_db_config`,
/// because it is variadic. https://www.sqlite.org/c3ref/db_config.html
int schemaledger_sqlite3_db_config(sqlite3 *db, int option, int on);

/// Limits the memory of all SQLite databases in the process to `bytes`; beyond the limit SQLite returns SQLITE_NOMEM.
/// The first call must precede any other use of SQLite, or it returns SQLITE_MISUSE; later calls change the limit.
/// https://www.sqlite.org/c3ref/config.html
///
/// `sqlite3_hard_heap_limit64` has the same effect, but SQLite's memory statistics take a process-wide lock at every
/// allocation, so that connections on several threads wait for each other. This function disables those statistics.
/// https://www.sqlite.org/c3ref/mem_methods.html
///
/// The first call also enables URI file names, with which a connection can select a VFS.
/// https://www.sqlite.org/uri.html
int schemaledger_sqlite3_limit_memory(long long bytes);

/// The number of allocations that the limit has refused so far.
long long schemaledger_sqlite3_refusals(void);

#endif
