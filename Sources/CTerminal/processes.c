// Reads other processes and their groups from /proc. Only async-signal-safe calls, since handlers use it.
#define _GNU_SOURCE
#include "internal.h"

#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

bool sgt_is_empty(pid_t group) { return kill(-group, 0) != 0 && errno == ESRCH; }

/// The state of a process in /proc.
typedef struct {
    char state;
    pid_t parent;
    pid_t group;
} process_status;

/// Reads a number that follows a space, and moves `text` behind it.
static pid_t next_number(const char **text) {
    long number = 0;
    if (**text == ' ') ++*text;
    while (**text >= '0' && **text <= '9' && number <= INT_MAX) number = number * 10 + (*(*text)++ - '0');
    return (pid_t)number;
}

/// Reads the status of the process in the directory `name` of /proc.
static bool read_status(int processes, const char *name, process_status *status) {
    static const char file_name[] = "/stat";
    char path[32], line[256];
    size_t length = strlen(name);
    if (length + sizeof file_name > sizeof path) return false;
    memcpy(path, name, length);
    memcpy(path + length, file_name, sizeof file_name);
    int file = openat(processes, path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t count = read(file, line, sizeof line - 1);
    close(file);
    if (count <= 0) return false;
    line[count] = 0;
    // "ID (NAME) STATE PARENT GROUP ..."; the name is at most 64 bytes long and may contain anything.
    const char *rest = strrchr(line, ')');
    if (!rest || rest[1] != ' ' || rest[2] == 0) return false;
    status->state = rest[2];
    rest += 3;
    status->parent = next_number(&rest);
    status->group = next_number(&rest);
    return true;
}

/// Calls `body` with the directory and the status of each process until it returns true. Returns whether it did, or
/// true if that is not known.
static bool any_process(bool (*body)(int processes, const char *name, const process_status *, void *), void *context) {
    int processes = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (processes < 0) return true;
    char entries[4096];
    long filled = 0;
    bool found = false;
    while (!found && (filled = sandglass_read_entries(processes, entries, sizeof entries)) > 0) {
        size_t offset = 0;
        sandglass_entry entry;
        process_status status;
        while (!found && sandglass_next_entry(entries, (size_t)filled, &offset, &entry) == 1) {
            if (entry.name[0] < '1' || entry.name[0] > '9') continue;
            found = read_status(processes, entry.name, &status) && body(processes, entry.name, &status, context);
        }
    }
    close(processes);
    return found || filled < 0;
}

typedef struct {
    pid_t group;
    const char *other_states;
} membership;

static bool is_member(int processes, const char *name, const process_status *status, void *context) {
    (void)processes, (void)name;
    const membership *wanted = context;
    return status->group == wanted->group && !strchr(wanted->other_states, status->state);
}

/// Returns whether a process group has a member in none of the states given, by their letters in /proc. True if that is
/// not known.
static bool has_member(pid_t group, const char *other_states) {
    membership wanted = {group, other_states};
    return any_process(is_member, &wanted);
}

typedef struct {
    pid_t parent;
    dev_t terminal;
    sgt_group_list *found;
} job_search;

static bool add_job(int processes, const char *name, const process_status *status, void *context) {
    const job_search *search = context;
    sgt_group_list *found = search->found;
    if (status->parent != search->parent || status->group == search->parent || status->group == getpgrp()) return false;
    static const char *const outputs[] = {"/fd/1", "/fd/2"};
    for (int index = 0; index < 2; index++) {
        char path[32];
        struct stat output;
        if (strlen(name) + strlen(outputs[index]) >= sizeof path) continue;
        stpcpy(stpcpy(path, name), outputs[index]);
        if (fstatat(processes, path, &output, 0) != 0 || output.st_rdev != search->terminal) continue;
        found->groups[found->count++] = status->group;
        break;
    }
    return found->count == sgt_group_capacity;
}

void sgt_find_jobs(pid_t shell, sgt_group_list *found) {
    struct stat terminal;
    found->count = 0;
    if (fstat(sgt.terminal, &terminal) != 0) return;
    job_search search = {shell, terminal.st_rdev, found};
    any_process(add_job, &search);
}

// The remaining members of a group may be zombies whose parent is slow to reap them, as an init process can be.
bool sgt_has_ended(pid_t group) { return sgt_is_empty(group) || !has_member(group, "ZX"); }

bool sgt_has_stopped(pid_t group) { return sgt_is_empty(group) || !has_member(group, "ZXTt"); }

bool sgt_has_lost(pid_t owner) {
    // Looking through all processes takes time, in which a shell may have taken the terminal.
    return owner > 0 && sgt_has_ended(owner) && tcgetpgrp(sgt.terminal) == owner;
}

bool sgt_await(bool (*condition)(pid_t), pid_t process, int hundredths) {
    const struct timespec moment = {.tv_nsec = 10000000};
    for (int times = 0; times < hundredths; times++) {
        if (condition(process)) return true;
        nanosleep(&moment, NULL);
    }
    return false;
}
