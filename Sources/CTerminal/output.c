// How the output of ncurses reaches the terminal: collected in memory, then sent with one write.
//
// ncurses flushes whenever its buffer is full and once at the end, so a large repaint would arrive in pieces, and a
// synchronized update could not be closed in the same write. While ncurses works, its descriptor therefore refers to a
// file in memory.
#define _GNU_SOURCE
#include "internal.h"
#include "masks.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

static const char begin_update[] = "\033[?2026h";
static const char end_update[] = "\033[?2026l";
enum { bracket = sizeof begin_update - 1 };

static char *gathered_bytes;
static size_t gathered_capacity;
bool sgt_write_all(int descriptor, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count);
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (written < 0 && errno == EAGAIN) {
            // Another process made the terminal non-blocking for all who have it open.
            struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
            if (poll(&ready, 1, 1000) <= 0 && errno != EINTR) return false;
            if (ready.revents & (POLLERR | POLLHUP | POLLNVAL)) return false;
        } else if (written < 0 && errno != EINTR) {
            return false;
        }
    }
    return true;
}

static bool map_gathered(size_t size) {
    if (ftruncate(sgt.gathered, (off_t)size) != 0) return false;
    if (gathered_bytes) munmap(gathered_bytes, gathered_capacity);
    gathered_bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, sgt.gathered, 0);
    if (gathered_bytes == MAP_FAILED) {
        gathered_bytes = NULL;
        gathered_capacity = 0;
        return false;
    }
    gathered_capacity = size;
    return true;
}

int sgt_open_output(int terminal) {
    sgt.terminal = fcntl(terminal, F_DUPFD_CLOEXEC, 10);
    sgt.content = fcntl(terminal, F_DUPFD_CLOEXEC, 10);
    sgt.null = open("/dev/null", O_RDWR | O_CLOEXEC);
    sgt.gathered = memfd_create("screen", MFD_CLOEXEC);
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", sgt.terminal);
    sgt.place = open(path, O_PATH | O_CLOEXEC);
    if (sgt.terminal < 0 || sgt.content < 0 || sgt.null < 0 || sgt.gathered < 0) return -1;
    if (!map_gathered(1 << 18)) return -1;
    memcpy(gathered_bytes, begin_update, bracket);
    return sgt.content;
}

// `content` is the descriptor that ncurses has. While collecting it refers to the file in memory, otherwise to the
// terminal, or to /dev/null if a handler has muted it. The painter's own write uses `content` too, so that muting
// catches a write in progress.
void sgt_begin_gathering(void) {
    if (sgt.gathering) return;
    lseek(sgt.gathered, bracket, SEEK_SET);
    sgt.gathering = 1;
    dup3(sgt.gathered, sgt.content, O_CLOEXEC);
}

void sgt_gather(const char *bytes, size_t count) {
    if (!sgt.gathering) return;
    sgt_write_all(sgt.gathered, bytes, count);
}

/// Marks that there is a screen to give back, from the first bytes on, unless a handler has given it back already.
static void mark_live(void) {
    sigset_t before;
    sgt_block_all(&before);
    if (sgt.open) sgt_common->live = 1;
    sgt_unblock_all(&before);
}

static bool send_bytes(const char *bytes, size_t count, int generation) {
    while (count > 0 && generation == sgt.generation) {
        ssize_t written = write(sgt.content, bytes, count);
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (written < 0 && errno == EAGAIN) {
            struct pollfd ready = {.fd = sgt.content, .events = POLLOUT};
            poll(&ready, 1, 1000);
            if (ready.revents & (POLLERR | POLLHUP | POLLNVAL)) return false;
        } else if (written < 0 && errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool sgt_send_gathered(bool synchronized) {
    if (!sgt.gathering) return true;
    int generation = sgt.generation;
    off_t end = lseek(sgt.gathered, 0, SEEK_CUR);
    size_t count = end > bracket ? (size_t)(end - bracket) : 0;
    size_t needed = (size_t)bracket + count + sizeof end_update;
    bool mapped = needed <= gathered_capacity || map_gathered(needed * 2);
    sgt.gathering = 0;
    dup3(sgt.muted ? sgt.null : sgt.terminal, sgt.content, O_CLOEXEC);
    // A handler that ran between the test and dup3 has muted the descriptor, and dup3 undid that: mute it again.
    if (sgt.muted) dup3(sgt.null, sgt.content, O_CLOEXEC);
    if (!mapped) return false;
    if (count == 0) return true;
    if (!sgt_common->live) mark_live();
    if (!synchronized) return send_bytes(gathered_bytes + bracket, count, generation);
    memcpy(gathered_bytes + bracket + count, end_update, bracket);
    return send_bytes(gathered_bytes, count + 2 * bracket, generation);
}

bool sgt_window_size(int *columns, int *rows) {
    struct winsize size;
    if (ioctl(sgt.terminal, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return true;
}

bool sgt_cell_pixels(int *width, int *height) {
    struct winsize size;
    if (ioctl(sgt.terminal, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
    *width = size.ws_xpixel / size.ws_col;
    *height = size.ws_ypixel / size.ws_row;
    return *width > 0 && *height > 0;
}

int sgt_bytes_waiting(int descriptor) {
    int count = 0;
    return ioctl(descriptor, FIONREAD, &count) == 0 ? count : -1;
}
