// Notifications of changes in directories: inotify(7).
#define _GNU_SOURCE

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "CPlatform.h"

int sandglass_watch_open(void) {
    int queue = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    return queue < 0 ? -errno : queue;
}

static int add(int queue, int directory, uint32_t kinds) {
    // Watch the descriptor's own directory, whatever its path refers to by now.
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", directory);
    int watch = inotify_add_watch(queue, path, kinds | IN_ONLYDIR);
    return watch < 0 ? -errno : watch;
}

int sandglass_watch_add(int queue, int directory) {
    return add(queue, directory, IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_MODIFY |
                                     IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF);
}

int sandglass_watch_add_place(int queue, int directory, int reports_removals) {
    return add(queue, directory, IN_DELETE_SELF | IN_MOVE_SELF | (reports_removals ? IN_DELETE : 0));
}

size_t sandglass_watch_read(int queue, int *watches, size_t capacity) {
    // A record takes at least 16 bytes, so a buffer of this size cannot hold more records than the array has room for.
    _Alignas(struct inotify_event) char buffer[16384];
    size_t size = capacity * sizeof(struct inotify_event);
    // read(2) fails with EINVAL if the next record, with a name of up to 255 bytes, does not fit.
    if (size < sizeof(struct inotify_event) + 256) return 0;
    ssize_t filled = read(queue, buffer, size < sizeof buffer ? size : sizeof buffer);
    size_t count = 0;
    for (ssize_t offset = 0; offset + (ssize_t)sizeof(struct inotify_event) <= filled && count < capacity;) {
        const struct inotify_event *event = (const struct inotify_event *)(buffer + offset);
        watches[count++] = event->wd;
        offset += (ssize_t)(sizeof *event + event->len);
    }
    return count;
}

long sandglass_watch_take(int queue, void *buffer, size_t size) {
    while (1) {
        ssize_t filled = read(queue, buffer, size);
        if (filled >= 0) return filled;
        if (errno != EINTR) return errno == EAGAIN ? 0 : -errno;
    }
}

static uint32_t kinds_of(uint32_t mask) {
    static const uint32_t table[][2] = {
        {IN_CREATE | IN_MOVED_TO, sandglass_change_added},
        {IN_DELETE | IN_MOVED_FROM, sandglass_change_removed},
        {IN_MODIFY | IN_CLOSE_WRITE, sandglass_change_written},
        {IN_ATTRIB, sandglass_change_attributes},
        {IN_Q_OVERFLOW, sandglass_change_overflow},
        {IN_IGNORED | IN_UNMOUNT, sandglass_change_ended},
        {IN_ISDIR, sandglass_change_directory},
        {IN_MOVE_SELF | IN_DELETE_SELF, sandglass_change_place},
    };
    uint32_t kinds = 0;
    for (size_t row = 0; row < sizeof table / sizeof table[0]; row++) {
        if (mask & table[row][0]) kinds |= table[row][1];
    }
    return kinds;
}

int sandglass_next_change(const void *buffer, size_t filled, size_t *offset, sandglass_change *change) {
    if (*offset + sizeof(struct inotify_event) > filled) return 0;
    struct inotify_event event;
    memcpy(&event, (const char *)buffer + *offset, sizeof event);
    const char *name = (const char *)buffer + *offset + sizeof event;
    if (event.len > filled - *offset - sizeof event) return 0;
    *offset += sizeof event + event.len;
    change->watch = event.wd;
    change->kinds = kinds_of(event.mask);
    change->name = name;
    change->length = strnlen(name, event.len);
    return 1;
}

int sandglass_wait_for_changes(int queue, int wake, int output, int milliseconds) {
    // A descriptor that is asked for nothing still reports POLLERR: of a pipe, that its reader is gone.
    struct pollfd ready[] = {
        {.fd = queue, .events = POLLIN}, {.fd = wake, .events = POLLIN}, {.fd = output, .events = 0}};
    int count = poll(ready, 3, milliseconds);
    if (count < 0) return errno == EINTR ? 0 : -errno;
    int result = ready[0].revents ? sandglass_wait_changed : 0;
    if (ready[1].revents || (ready[2].revents & (POLLERR | POLLNVAL))) result |= sandglass_wait_woken;
    return result;
}

void sandglass_watch_remove(int queue, int watch) { inotify_rm_watch(queue, watch); }

int sandglass_wait_readable(int descriptor, int milliseconds) {
    struct pollfd ready = {.fd = descriptor, .events = POLLIN};
    int count = poll(&ready, 1, milliseconds);
    if (count < 0) return errno == EINTR ? 0 : -errno;
    return count;
}
