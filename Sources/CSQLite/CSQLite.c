#include "CSQLite.h"

#include <CMemory.h>
#include <stdatomic.h>
#include <string.h>

int schemaledger_sqlite3_db_config(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}

// SQLite's own allocator, wrapped to count the allocated bytes.
static sqlite3_mem_methods allocator;
static _Atomic long long memory_used;
static _Atomic long long memory_limit;
static _Atomic long long refusals;

// Each thread counts for itself and adds its sum to the total when it exceeds this many bytes. Otherwise the processors
// would take the counter from each other at every allocation, of which compiling SQL makes very many.
enum { largest_pending = 256 << 10 };
static _Thread_local long long pending;

// Requests that are smaller than a page of a database are granted beyond the limit, up to this many bytes in all. A script
// needs pages to go on, and gets SQLITE_NOMEM. But GRDB ends the process if SQLite cannot make a short text or a function.
enum { granted_size = 1000, granted_total = 8 << 20 };

static int fits(long long more) {
  long long left = atomic_load_explicit(&memory_limit, memory_order_relaxed) -
                   atomic_load_explicit(&memory_used, memory_order_relaxed) - pending;
  if (more <= left) return 1;
  atomic_fetch_add_explicit(&refusals, 1, memory_order_relaxed);
  schemaledger_note_shortage(schemaledger_limit_reached);
  return more < granted_size && more <= left + granted_total;
}

static void count(long long more) {
  pending += more;
  if (pending < largest_pending && pending > -largest_pending) return;
  atomic_fetch_add_explicit(&memory_used, pending, memory_order_relaxed);
  pending = 0;
}

long long schemaledger_sqlite3_refusals(void) { return atomic_load_explicit(&refusals, memory_order_relaxed); }

static int limited_size(void *memory) {
  return schemaledger_is_reserved(memory) ? (int)schemaledger_reserved_size(memory) : allocator.xSize(memory);
}

// If the system gives no memory, the reserve does: SQLite could report SQLITE_NOMEM, but not all code above it can.
static void *limited_malloc(int size) {
  if (!fits(size)) return 0;
  void *memory = allocator.xMalloc(size);
  if (memory) count(allocator.xSize(memory));
  return memory ? memory : schemaledger_reserve(size);
}

static void limited_free(void *memory) {
  if (!memory || schemaledger_is_reserved(memory)) return;
  count(-(long long)allocator.xSize(memory));
  allocator.xFree(memory);
}

static void *limited_realloc(void *memory, int size) {
  long long before = memory ? limited_size(memory) : 0;
  if (!fits(size - before)) return 0;
  if (!memory || !schemaledger_is_reserved(memory)) {
    void *moved = allocator.xRealloc(memory, size);
    if (moved) count(allocator.xSize(moved) - before);
    if (moved) return moved;
  }
  void *moved = schemaledger_reserve(size);
  if (memory) memcpy(moved, memory, before < size ? before : size);
  limited_free(memory);
  return moved;
}

int schemaledger_sqlite3_limit_memory(long long bytes) {
  atomic_store_explicit(&memory_limit, bytes, memory_order_relaxed);
  static int is_limited;
  if (is_limited) return SQLITE_OK;
  int code = sqlite3_config(SQLITE_CONFIG_URI, 1);
  if (code == SQLITE_OK) code = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  if (code == SQLITE_OK) code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &allocator);
  if (code != SQLITE_OK) return code;
  sqlite3_mem_methods limited = allocator;
  limited.xMalloc = limited_malloc;
  limited.xFree = limited_free;
  limited.xRealloc = limited_realloc;
  limited.xSize = limited_size;
  code = sqlite3_config(SQLITE_CONFIG_MALLOC, &limited);
  is_limited = code == SQLITE_OK;
  return code;
}
