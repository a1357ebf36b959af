// Runs a program on a pseudo-terminal of 140 columns and 40 rows, and counts what it does up to the first frame: the system
// calls and the page faults of all its processes and threads, until one of them begins to write to the terminal. The
// program is killed then. Unlike times, the counts hardly differ from run to run, and from machine to machine.
//
//     start-probe PROGRAM ARGUMENT…
//
// Prints `system calls: N` and `page faults: N`. The status is 1 if nothing was written.
#define _GNU_SOURCE

#include <errno.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/ptrace.h>

enum { most_processes = 64 };

/// The processes that run.
static pid_t processes[most_processes];
static int process_count;
/// The page faults of those that have ended.
static long past_faults;

static void fail(const char *what) {
    perror(what);
    exit(2);
}

/// Runs the program once the parent traces this process.
static void run(int go, char *arguments[]) {
    char byte;
    if (read(go, &byte, 1) != 1) _exit(127);
    close(go);
    execvp(arguments[0], arguments);
    _exit(127);
}

static bool is_terminal(pid_t thread, unsigned long long descriptor) {
    char path[64], target[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%llu", thread, descriptor);
    ssize_t length = readlink(path, target, sizeof target - 1);
    return length > 9 && memcmp(target, "/dev/pts/", 9) == 0;
}

/// The minor page faults of a process, the tenth field of /proc/PID/stat (proc(5)).
static long faults(pid_t process) {
    char path[64], line[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    FILE *file = fopen(path, "re");
    if (!file) return 0;
    long count = 0;
    char *end = fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
    if (end) sscanf(end + 1, " %*c %*d %*d %*d %*d %*d %*u %ld", &count);
    fclose(file);
    return count;
}

static void add_process(pid_t process) {
    if (process_count < most_processes) processes[process_count++] = process;
}

/// Counts the page faults of a process that is about to end. Other threads of a process count with it.
static void remove_process(pid_t process) {
    for (int index = 0; index < process_count; index++) {
        if (processes[index] != process) continue;
        past_faults += faults(process);
        processes[index] = processes[--process_count];
        return;
    }
}

int main(int count, char *arguments[]) {
    if (count < 2) return 64;
    int go[2];
    if (pipe(go) != 0) fail("pipe");
    struct winsize size = {.ws_row = 40, .ws_col = 140};
    int terminal;
    pid_t child = forkpty(&terminal, NULL, NULL, &size);
    if (child < 0) fail("forkpty");
    if (child == 0) {
        close(go[1]);
        run(go[0], arguments + 1);
    }
    close(go[0]);
    const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                         PTRACE_O_TRACEEXEC | PTRACE_O_TRACEEXIT | PTRACE_O_EXITKILL;
    if (ptrace(PTRACE_SEIZE, child, NULL, options) != 0) fail("ptrace");
    // Its first stop; from then on it stops at each system call.
    if (ptrace(PTRACE_INTERRUPT, child, NULL, NULL) != 0) fail("ptrace");
    if (write(go[1], "", 1) != 1) fail("write");
    add_process(child);
    long calls = 0, before = 0;
    bool has_started = false;
    while (true) {
        int status;
        pid_t thread = waitpid(-1, &status, __WALL);
        if (thread < 0 && errno == EINTR) continue;
        if (thread < 0) return 1;
        if (!WIFSTOPPED(status)) continue;
        int number = WSTOPSIG(status), event = status >> 16, passed = 0;
        if (event == PTRACE_EVENT_EXEC && !has_started) {
            has_started = true;
            before = faults(thread);
        } else if (event == PTRACE_EVENT_EXIT) {
            remove_process(thread);
        } else if (event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK || event == PTRACE_EVENT_CLONE) {
            unsigned long started = 0;
            ptrace(PTRACE_GETEVENTMSG, thread, NULL, &started);
            // Threads count with their process, which has the number of its first thread.
            if (event != PTRACE_EVENT_CLONE) add_process((pid_t)started);
        } else if (number == (SIGTRAP | 0x80)) {
            struct ptrace_syscall_info call = {0};
            long known = ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof call, &call);
            if (has_started && known > 0 && call.op == PTRACE_SYSCALL_INFO_ENTRY) {
                calls++;
                if (call.entry.nr == SYS_write && is_terminal(thread, call.entry.args[0])) break;
            }
        } else if (!event) {
            passed = number;
        }
        ptrace(PTRACE_SYSCALL, thread, NULL, passed);
    }
    long sum = past_faults - before;
    for (int index = 0; index < process_count; index++) sum += faults(processes[index]);
    printf("system calls: %ld\npage faults: %ld\n", calls, sum);
    // All that are traced are killed with this process (PTRACE_O_EXITKILL).
    return 0;
}
