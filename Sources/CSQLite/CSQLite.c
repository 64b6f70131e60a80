#include "CSQLite.h"

#include <CMemory.h>
#include <pthread.h>
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

// Small blocks that a thread has freed, by size. Whenever a statement changes the schema, SQLite frees all that it has read of
// it and reads it again, which takes thousands of blocks. The system's allocator would merge and divide them each time.
//
// Their sizes are those of the blocks of glibc, whose headers have 8 bytes: 24, 40, 56 and so on.
enum { smallest_block = 24, block_step = 16, block_sizes = 64, largest_kept = 4 << 20 };
struct block {
  struct block *next;
};
struct kept_blocks {
  struct block *first[block_sizes];
  int bytes;
  int is_known_to_thread;
};
static _Thread_local struct kept_blocks kept;
static pthread_key_t end_of_thread;

static int block_size(int index) { return smallest_block + index * block_step; }

// The index of the smallest size that has room for a request; `block_sizes` if that is too large.
static int index_for(int size) {
  if (size <= smallest_block) return 0;
  int index = (size - smallest_block + block_step - 1) / block_step;
  return index < block_sizes ? index : block_sizes;
}

static void *take_block(int index) {
  struct block *block = kept.first[index];
  if (!block) return allocator.xMalloc(block_size(index));
  kept.first[index] = block->next;
  kept.bytes -= block_size(index);
  return block;
}

static void give_block(void *memory, int size) {
  int index = (size - smallest_block) / block_step;
  if (size < smallest_block || index >= block_sizes || kept.bytes + block_size(index) > largest_kept) {
    allocator.xFree(memory);
    return;
  }
  if (!kept.is_known_to_thread) {
    kept.is_known_to_thread = pthread_setspecific(end_of_thread, &kept) == 0;
    if (!kept.is_known_to_thread) {
      allocator.xFree(memory);
      return;
    }
  }
  struct block *block = memory;
  block->next = kept.first[index];
  kept.first[index] = block;
  kept.bytes += block_size(index);
}

// Blocks that other destructors of the thread free afterwards are not kept.
static void free_blocks(void *blocks) {
  struct kept_blocks *all = blocks;
  all->bytes = largest_kept;
  for (int index = 0; index < block_sizes; index++) {
    while (all->first[index]) {
      struct block *block = all->first[index];
      all->first[index] = block->next;
      allocator.xFree(block);
    }
  }
}

static int limited_size(void *memory) {
  return schemaledger_is_reserved(memory) ? (int)schemaledger_reserved_size(memory) : allocator.xSize(memory);
}

// If the system gives no memory, the reserve does: SQLite could report SQLITE_NOMEM, but not all code above it can.
static void *limited_malloc(int size) {
  if (!fits(size)) return 0;
  int index = index_for(size);
  void *memory = index < block_sizes ? take_block(index) : allocator.xMalloc(size);
  if (memory) count(allocator.xSize(memory));
  return memory ? memory : schemaledger_reserve(size);
}

static void limited_free(void *memory) {
  if (!memory || schemaledger_is_reserved(memory)) return;
  int size = allocator.xSize(memory);
  count(-(long long)size);
  give_block(memory, size);
}

static void *limited_realloc(void *memory, int size) {
  long long before = memory ? limited_size(memory) : 0;
  if (size <= before && index_for((int)before) < block_sizes) return memory;
  if (!fits(size - before)) return 0;
  if (index_for(size) < block_sizes) {
    void *moved = limited_malloc(size);
    if (moved && memory) memcpy(moved, memory, before < size ? before : size);
    if (moved) limited_free(memory);
    return moved;
  }
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
  if (pthread_key_create(&end_of_thread, free_blocks)) return SQLITE_NOMEM;
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
