#ifndef SCHEMALEDGER_CSQLITE_H
#define SCHEMALEDGER_CSQLITE_H

#include <sqlite3.h>

/// `sqlite3_db_config` for the options that take one switch. Here only because it is variadic, which Swift cannot call.
/// https://www.sqlite.org/c3ref/db_config.html
int schemaledger_sqlite3_db_config(sqlite3 *db, int option, int on);

/// Makes SQLite say SQLITE_NOMEM when all its databases together would hold more than so many bytes. It must be called
/// before SQLite is used, and may be called again with another number.
///
/// `sqlite3_hard_heap_limit64` does the same with SQLite's own count, which is one lock for the whole process, taken at
/// every allocation, so that connections on several threads wait for each other. That count is switched off here.
/// https://www.sqlite.org/c3ref/mem_methods.html
///
/// The first call also has file names read as URIs, which is how one connection gets a VFS of its own.
/// https://www.sqlite.org/uri.html
int schemaledger_sqlite3_limit_memory(long long bytes);

#endif
