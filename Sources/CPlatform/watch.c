// Notifications of changes in directories: inotify(7).
#define _GNU_SOURCE

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "CPlatform.h"

int sandglass_watch_open(void) {
    int queue = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    return queue < 0 ? -errno : queue;
}

int sandglass_watch_add(int queue, int directory) {
    // Watch the descriptor's own directory, whatever its path refers to by now.
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", directory);
    uint32_t kinds = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB |
                     IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
    int watch = inotify_add_watch(queue, path, kinds);
    return watch < 0 ? -errno : watch;
}

void sandglass_watch_remove(int queue, int watch) { inotify_rm_watch(queue, watch); }

int sandglass_wait_readable(int descriptor, int milliseconds) {
    struct pollfd ready = {.fd = descriptor, .events = POLLIN};
    int count = poll(&ready, 1, milliseconds);
    if (count < 0) return errno == EINTR ? 0 : -errno;
    return count;
}
