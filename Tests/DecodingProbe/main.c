// Seals itself as the decoder process does, and attempts what its argument says. Ends with status 0 if that worked.
#define _GNU_SOURCE

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "CDecoding.h"

static int descriptor;

static long try_open(void) { return syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY); }
static long try_create(void) { return syscall(SYS_openat, AT_FDCWD, "/tmp/decoding-probe", O_WRONLY | O_CREAT, 0600); }
static long try_socket(void) { return socket(AF_UNIX, SOCK_STREAM, 0); }
static long try_connect(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/tmp/decoding-probe"};
    return connect(descriptor, (struct sockaddr *)&address, sizeof address);
}
static long try_fork(void) { return syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }
static long try_exec(void) {
    char *const arguments[] = {"true", NULL};
    return execve("/bin/true", arguments, arguments + 1);
}
static long try_kill(void) { return kill(getppid(), 0); }
static long try_trace(void) { return ptrace(PTRACE_TRACEME, 0, 0, 0); }
static long try_write_elsewhere(void) { return write(STDOUT_FILENO, "x", 1); }
static long try_code(void) {
    return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
}
static long try_map_file(void) { return mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, descriptor, 0) == MAP_FAILED; }
static long try_make_code(void *block) { return mprotect(block, 4096, PROT_READ | PROT_EXEC); }
static long try_read(void) {
    char byte;
    return pread(descriptor, &byte, 1, 0) == 1 ? 0 : -1;
}
static long try_memory(void) {
    void *volatile block = malloc(100 << 20);
    if (block == NULL) return -1;
    free(block);
    return 0;
}
// More than the process may have: refused, not deadly.
static long try_much_memory(void) {
    // Unless its result is used, an optimizing compiler leaves the call out.
    void *volatile block = malloc((size_t)2 << 30);
    return block == NULL ? 0 : -1;
}

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        long (*attempt)(void);
    } attempts[] = {
        {"open", try_open},   {"create", try_create}, {"socket", try_socket},     {"connect", try_connect},
        {"fork", try_fork},   {"exec", try_exec},     {"kill", try_kill},         {"trace", try_trace},
        {"write", try_write_elsewhere},               {"code", try_code},         {"map-file", try_map_file},
        {"read", try_read},   {"memory", try_memory}, {"much-memory", try_much_memory},
    };
    descriptor = open(arguments[0], O_RDONLY);
    void *block = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (count != 2 || descriptor < 0 || block == MAP_FAILED || !sandglass_seal_decoder()) _exit(100);
    if (strcmp(arguments[1], "make-code") == 0) _exit(try_make_code(block) == 0 ? 0 : 1);
    for (size_t index = 0; index < sizeof attempts / sizeof *attempts; index++)
        if (strcmp(arguments[1], attempts[index].name) == 0) _exit(attempts[index].attempt() < 0 ? 1 : 0);
    _exit(101);
}
