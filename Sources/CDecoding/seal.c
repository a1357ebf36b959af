// The system calls permitted to a decoder process. Any other call ends it at once (SIGSYS).
#define _GNU_SOURCE

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "CDecoding.h"

#if defined(__x86_64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the numbers of system calls are known for x86-64 and AArch64 only"
#endif

#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
// Skips the next statements unless the loaded word is a value.
#define UNLESS_EQUAL_SKIP(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (count))
#define ALWAYS(call) UNLESS_EQUAL_SKIP(__NR_##call, 1), ALLOW
// The lower half of an argument; both supported architectures are little-endian here.
#define ARGUMENT(index) LOAD(args[index])
// Allows a call whose first argument is the socket.
#define ON_SOCKET(call) \
    UNLESS_EQUAL_SKIP(__NR_##call, 4), ARGUMENT(0), UNLESS_EQUAL_SKIP(SANDGLASS_DECODER_SOCKET, 1), ALLOW, KILL
// Allows a call whose third argument, a protection, does not let memory be executed.
#define NEVER_EXECUTABLE(call) \
    UNLESS_EQUAL_SKIP(__NR_##call, 4), ARGUMENT(2), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0), ALLOW, KILL

/// Limits that remain if the filter had a gap.
static bool limit(void) {
    static const struct {
        int resource;
        rlim_t most;
    } limits[] = {
        // A zip with as many entries as are listed, or a dictionary of xz of 1 GiB, and as much again.
        {RLIMIT_AS, (rlim_t)2 << 30},
        // More than a file of 16 GB takes; this ends one that hangs after its parent died.
        {RLIMIT_CPU, 3600},
        {RLIMIT_NOFILE, SANDGLASS_DECODER_SOCKET + 1},
        {RLIMIT_CORE, 0},
        {RLIMIT_FSIZE, 0},
    };
    for (size_t index = 0; index < sizeof limits / sizeof *limits; index++) {
        struct rlimit both = {limits[index].most, limits[index].most};
        if (setrlimit(limits[index].resource, &both) != 0) return false;
    }
    return true;
}

bool sandglass_seal_decoder(void) {
    // The allocator reads random bytes when it is first used.
    void *volatile block = malloc(1);
    free(block);
    struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCHITECTURE, 1, 0),
        KILL,
        LOAD(nr),
        ALWAYS(pread64),
        ALWAYS(brk),
        ALWAYS(munmap),
        ALWAYS(mremap),
        ALWAYS(madvise),
        ALWAYS(close),
        ALWAYS(clock_gettime),
        ALWAYS(exit_group),
        ON_SOCKET(write),
        ON_SOCKET(writev),
        ON_SOCKET(recvmsg),
        NEVER_EXECUTABLE(mprotect),
        // Memory only, no files.
        UNLESS_EQUAL_SKIP(__NR_mmap, 6),
        ARGUMENT(4),
        UNLESS_EQUAL_SKIP(0xffffffffu, 3),
        ARGUMENT(2),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0),
        ALLOW,
        KILL,
        KILL,
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    return limit() && prctl(PR_SET_DUMPABLE, 0) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
