#include "CSQLite.h"

#include <stdatomic.h>

int schemaledger_sqlite3_db_config(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}

// SQLite's own allocator, wrapped to count the allocated bytes.
static sqlite3_mem_methods allocator;
static _Atomic long long memory_used;
static _Atomic long long memory_limit;

static int fits(long long more) {
  return atomic_load_explicit(&memory_used, memory_order_relaxed) + more <=
         atomic_load_explicit(&memory_limit, memory_order_relaxed);
}

static void count(long long more) { atomic_fetch_add_explicit(&memory_used, more, memory_order_relaxed); }

static void *limited_malloc(int size) {
  if (!fits(size)) return 0;
  void *memory = allocator.xMalloc(size);
  if (memory) count(allocator.xSize(memory));
  return memory;
}

static void limited_free(void *memory) {
  if (memory) count(-(long long)allocator.xSize(memory));
  allocator.xFree(memory);
}

static void *limited_realloc(void *memory, int size) {
  long long before = memory ? allocator.xSize(memory) : 0;
  if (!fits(size - before)) return 0;
  void *moved = allocator.xRealloc(memory, size);
  if (moved) count(allocator.xSize(moved) - before);
  return moved;
}

int schemaledger_sqlite3_limit_memory(long long bytes) {
  atomic_store_explicit(&memory_limit, bytes, memory_order_relaxed);
  if (allocator.xMalloc) return SQLITE_OK;
  int code = sqlite3_config(SQLITE_CONFIG_URI, 1);
  if (code == SQLITE_OK) code = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  if (code == SQLITE_OK) code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &allocator);
  if (code != SQLITE_OK) return code;
  sqlite3_mem_methods limited = allocator;
  limited.xMalloc = limited_malloc;
  limited.xFree = limited_free;
  limited.xRealloc = limited_realloc;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &limited);
}
