// Takes the place of the network transports in Debian's libgit2.a. They need Kerberos, of which Debian has no static library,
// and the program reads and writes local repositories only. `static-libraries` puts this file into a copy of the archive.
// The types of the arguments are of no consequence: each function is called with pointers, and reads none of them.
//
// The names are internal to libgit2 1.5. If another version has other ones, linking fails.
#include <stdbool.h>

// libgit2/include/git2/sys/transport.h: a transport that cannot be created.
static int unavailable(void) { return -1; }
int git_smart_subtransport_git(void *out, void *owner, void *payload) { return unavailable(); }
int git_smart_subtransport_http(void *out, void *owner, void *payload) { return unavailable(); }
int git_smart_subtransport_ssh(void *out, void *owner, void *payload) { return unavailable(); }
int git_mbedtls__set_cert_location(const char *file, const char *path) { return unavailable(); }

// libgit2/src/libgit2/libgit2.c: called when the library starts.
int git_transport_ssh_global_init(void) { return 0; }
int git_mbedtls_stream_global_init(void) { return 0; }

// An option of the HTTP transport, which `git_libgit2_opts` sets.
bool git_http__expect_continue;
