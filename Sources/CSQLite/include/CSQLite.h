#ifndef SCHEMALEDGER_CSQLITE_H
#define SCHEMALEDGER_CSQLITE_H

#include <sqlite3.h>

/// `sqlite3_db_config` for the options that take one switch. Here only because it is variadic, which Swift cannot call.
/// https://www.sqlite.org/c3ref/db_config.html
int schemaledger_sqlite3_db_config(sqlite3 *db, int option, int on);

/// `sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0)`; here for the same reason.
/// https://www.sqlite.org/c3ref/c_config_covering_index_scan.html#sqliteconfigmemstatus
int schemaledger_sqlite3_disable_memory_statistics(void);

#endif
