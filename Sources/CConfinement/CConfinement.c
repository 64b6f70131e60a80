#define _GNU_SOURCE
#include "CConfinement.h"

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// The headers of a distribution may be older than its kernel.
#define LANDLOCK_CREATE_RULESET 444
#define LANDLOCK_ADD_RULE 445
#define LANDLOCK_RESTRICT_SELF 446
#define LANDLOCK_VERSION 1u
#define LANDLOCK_PATH_BENEATH 1

struct ruleset { uint64_t handled_access_fs; };
struct path_beneath { uint64_t allowed_access; int32_t parent_fd; } __attribute__((packed));

/// WRITE_FILE, and REMOVE_DIR to MAKE_SYM: everything that changes files or folders in the first version of Landlock.
#define CHANGES ((1ull << 1) | 0x1ff0ull)
/// REFER, to link or rename to another folder, which is refused anyway, and TRUNCATE.
#define REFER (1ull << 13)
#define TRUNCATE (1ull << 14)

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifndef __NR_io_uring_setup
#define __NR_io_uring_setup 425
#endif

static int refuse_network(void) {
#ifdef ARCHITECTURE
  struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    // x32 has other numbers.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 2, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_socket, 1, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_io_uring_setup, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
#else
  return 0;
#endif
}

static int allow(int ruleset, const char *path, uint64_t access) {
  int folder = open(path, O_PATH | O_CLOEXEC);
  if (folder < 0) return 0;
  struct path_beneath rule = { access, folder };
  int added = syscall(LANDLOCK_ADD_RULE, ruleset, LANDLOCK_PATH_BENEATH, &rule, 0) == 0;
  close(folder);
  return added;
}

static int refuse_changes(const char *folder) {
  long version = syscall(LANDLOCK_CREATE_RULESET, NULL, 0, LANDLOCK_VERSION);
  if (version < 1) return 0;
  uint64_t handled = CHANGES | (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0);
  struct ruleset attributes = { handled };
  int ruleset = syscall(LANDLOCK_CREATE_RULESET, &attributes, sizeof attributes, 0);
  if (ruleset < 0) return 0;
  int done = allow(ruleset, folder, handled)
    && allow(ruleset, "/dev/null", (1ull << 1) | (version >= 3 ? TRUNCATE : 0))
    && syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0) == 0;
  close(ruleset);
  return done;
}

int schemaledger_confine(const char *folder, unsigned long long bytes) {
  int left = schemaledger_no_liberty;
  struct rlimit limit = { bytes, bytes };
  struct rlimit present;
  if (getrlimit(RLIMIT_DATA, &present) == 0 && present.rlim_max < bytes) limit = present;
  if (setrlimit(RLIMIT_DATA, &limit) != 0) left |= schemaledger_memory;
  // Without this, a program with the set-user-ID bit would be free again.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return left | schemaledger_network | schemaledger_files;
  if (!refuse_changes(folder)) left |= schemaledger_files;
  if (!refuse_network()) left |= schemaledger_network;
  return left;
}

#else

int schemaledger_confine(const char *folder, unsigned long long bytes) {
  (void)folder, (void)bytes;
  return schemaledger_network | schemaledger_files | schemaledger_memory;
}

#endif
