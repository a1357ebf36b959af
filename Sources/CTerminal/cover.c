// The cover and the two ways across: leaving the screen and coming back. Async-signal-safe calls only, since the
// handlers in signals.c use all of it.
#define _GNU_SOURCE
#include "internal.h"
#include "cover.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    char *bytes;
    size_t count;
    size_t capacity;
    int columns;
    int rows;
} byte_string;

static byte_string enter_bytes;
static byte_string leave_bytes;
// The one that is shown and the one that is being prepared: a handler never sees a half-made cover.
static byte_string covers[2];
static volatile sig_atomic_t current_cover;

static struct termios modes_before;
static struct termios modes_own;
static volatile sig_atomic_t have_modes;

static bool assign(byte_string *string, const char *bytes, size_t count) {
    if (count > string->capacity) {
        char *larger = realloc(string->bytes, count);
        if (!larger) return false;
        string->bytes = larger;
        string->capacity = count;
    }
    if (count > 0) memcpy(string->bytes, bytes, count);
    string->count = count;
    return true;
}

void sgt_set_transitions(const char *enter, size_t enter_count, const char *leave, size_t leave_count) {
    assign(&enter_bytes, enter, enter_count);
    assign(&leave_bytes, leave, leave_count);
}

void sgt_set_cover(const char *bytes, size_t count, int columns, int rows) {
    byte_string *next = &covers[!current_cover];
    if (!assign(next, bytes, count)) return;
    next->columns = columns;
    next->rows = rows;
    current_cover = !current_cover;
}

bool sgt_save_modes(int terminal) {
    if (tcgetattr(terminal, &modes_before) != 0) return false;
    modes_own = modes_before;
    // Characters at once and unechoed; Return and line feed apart; ^S and ^Q are keys; all eight bits.
    modes_own.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | ISTRIP | IXON | IXOFF | PARMRK | BRKINT);
    modes_own.c_oflag &= ~(tcflag_t)(ONLCR | OCRNL);
    modes_own.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL | IEXTEN);
    // ^Z and ^\ stay signals, so that a hung program is covered too. They must not flush: a second ^Z would throw
    // away a cover that is not yet read.
    modes_own.c_lflag |= ISIG | NOFLSH;
    modes_own.c_cc[VINTR] = _POSIX_VDISABLE;
    modes_own.c_cc[VMIN] = 1;
    modes_own.c_cc[VTIME] = 0;
    have_modes = 1;
    return true;
}

void sgt_enter_modes(void) {
    if (have_modes) tcsetattr(sgt.terminal, TCSANOW, &modes_own);
}

bool sgt_in_front(void) { return tcgetpgrp(sgt.terminal) == getpgrp(); }

static void restore_modes(void) {
    struct termios now;
    // Where a shell has already put in its own modes, ours to restore are stale.
    if (!have_modes || !sgt_in_front() || tcgetattr(sgt.terminal, &now) != 0) return;
    if (now.c_lflag != modes_own.c_lflag || now.c_iflag != modes_own.c_iflag) return;
    tcsetattr(sgt.terminal, TCSANOW, &modes_before);
}

void sgt_mute(void) {
    // Not a mark that is looked at later: a write that is under way continues on this descriptor.
    dup3(sgt.null, sgt.content, O_CLOEXEC);
    sgt.muted = 1;
    sgt.generation++;
}

void sgt_unmute(void) {
    sgt.muted = 0;
    dup3(sgt.gathering ? sgt.gathered : sgt.terminal, sgt.content, O_CLOEXEC);
}

bool sgt_is_muted(void) { return sgt.muted; }

static size_t put_number(char *out, int number) {
    char digits[12];
    size_t count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    for (size_t index = 0; index < count; index++) out[index] = digits[count - 1 - index];
    return count;
}

/// Erases each row by itself: erasing the display at once makes some terminals keep it in their scrollback.
static void erase_rows(int rows) {
    char line[32] = "\033[";
    for (int row = 1; row <= rows; row++) {
        size_t count = 2 + put_number(line + 2, row);
        memcpy(line + count, ";1H\033[2K", 7);
        sgt_write_all(sgt.terminal, line, count + 7);
    }
}

void sgt_write_cover(void) {
    // CAN and ST end a sequence that was cut off; then: show updates, no attributes, no margins, absolute origin.
    static const char prefix[] = "\030\033\\\033[?2026l\033[m\033[r\033[?6l";
    sgt_write_all(sgt.terminal, prefix, sizeof prefix - 1);
    const byte_string *cover = &covers[current_cover];
    int columns = cover->columns;
    int rows = cover->rows;
    bool known = sgt_window_size(&columns, &rows);
    if (cover->count > 0 && (!known || (columns == cover->columns && rows == cover->rows))) {
        sgt_write_all(sgt.terminal, cover->bytes, cover->count);
    } else {
        // The cover was made for another size, or not at all yet.
        erase_rows(rows > 0 ? rows : 24);
    }
}

void sgt_cover_now(void) {
    if (sgt.open) sgt_write_cover();
}

static void write_leave(void) {
    sgt_write_all(sgt.terminal, leave_bytes.bytes, leave_bytes.count);
}

void sgt_go_away(void) {
    if (sgt_in_front()) {
        // What is not read yet may be content; it is not needed any more.
        if (sgt.entered) {
            tcflush(sgt.terminal, TCOFLUSH);
            sgt_write_cover();
            write_leave();
        }
        restore_modes();
    }
    sgt.open = 0;
}

void sgt_come_back(void) {
    if (have_modes) tcsetattr(sgt.terminal, TCSANOW, &modes_own);
    sgt_write_all(sgt.terminal, enter_bytes.bytes, enter_bytes.count);
    sgt_write_cover();
    sgt.entered = 1;
    sgt.open = 1;
}

void sgt_leave(void) {
    if (!sgt.open) return;
    sigset_t before;
    sgt_block_all(&before);
    sgt_mute();
    sgt_go_away();
    sgt_unblock_all(&before);
}

void sgt_enter(void) {
    if (sgt.open) return;
    sigset_t before;
    sgt_block_all(&before);
    sgt_come_back();
    sgt_unmute();
    sgt_tell_resumed();
    sgt_unblock_all(&before);
}

void sgt_set_open(bool open) { sgt.open = open; }
