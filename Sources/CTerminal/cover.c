// The cover and both transitions: giving up the screen and taking it again. Only async-signal-safe calls, since the
// handlers in signals.c use all of it; and only shared state, since the guard uses it as well.
#define _GNU_SOURCE
#include "internal.h"
#include "answers.h"
#include "cover.h"
#include "events.h"
#include "masks.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void assign(sgt_transition *transition, const char *bytes, size_t count) {
    // Longer than in any real description; half of a sequence would do harm.
    if (count > sizeof transition->bytes) count = 0;
    memcpy(transition->bytes, bytes, count);
    transition->count = count;
}

void sgt_set_transitions(const char *enter, size_t enter_count, const char *leave, size_t leave_count) {
    assign(&sgt_common->enter, enter, enter_count);
    assign(&sgt_common->leave, leave, leave_count);
}

void sgt_set_titles(const char *name, size_t name_count, const char *unname, size_t unname_count) {
    assign(&sgt_common->name, name, name_count);
    assign(&sgt_common->unname, unname, unname_count);
}

void sgt_set_cover(
    const char *bytes, size_t count, int columns, int rows, const char *card, size_t card_count, int card_rows) {
    sgt_cover *next = &sgt_common->covers_made[!sgt_common->current_cover];
    // Too large for any real screen: its rows are erased instead.
    if (count > sizeof next->bytes) count = 0;
    if (count > 0) memcpy(next->bytes, bytes, count);
    next->count = count;
    next->columns = columns;
    next->rows = rows;
    if (card_count > sizeof next->card) card_count = 0;
    if (card_count > 0) memcpy(next->card, card, card_count);
    next->card_count = card_count;
    next->card_rows = card_count > 0 ? card_rows : 0;
    sgt_common->current_cover = !sgt_common->current_cover;
}

void sgt_set_deletion(const char *bytes, size_t count) {
    assign(&sgt_common->deletions[!sgt_common->current_deletion], bytes, count);
    sgt_common->current_deletion = !sgt_common->current_deletion;
}

void sgt_set_covers(bool covers) { sgt_common->covers = covers; }

bool sgt_save_modes(int terminal) {
    if (!sgt_share()) return false;
    struct termios *own = &sgt_common->modes_own;
    if (tcgetattr(terminal, &sgt_common->modes_before) != 0) return false;
    *own = sgt_common->modes_before;
    // Input byte by byte and not echoed; CR and LF distinct; ^S and ^Q are keys; all eight bits.
    own->c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | ISTRIP | IXON | IXOFF | PARMRK | BRKINT);
    own->c_oflag &= ~(tcflag_t)(ONLCR | OCRNL);
    own->c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL | IEXTEN);
    // ^Z and ^\ stay signals, so that a hung program is covered too; the handler of ^\ passes it on as a key. They must
    // not flush: a second ^Z would discard a cover that the terminal has not read yet.
    own->c_lflag |= ISIG | NOFLSH;
    own->c_cc[VINTR] = _POSIX_VDISABLE;
    // No call waits for input: a handler, or the guard, may have discarded an answer of the terminal between `poll` and
    // `read`, and the loop would hang until a key is pressed.
    own->c_cc[VMIN] = 0;
    own->c_cc[VTIME] = 0;
    sgt.group = getpgrp();
    sgt_common->have_modes = 1;
    return true;
}

void sgt_enter_modes(void) {
    if (sgt_common->have_modes) tcsetattr(sgt.terminal, TCSANOW, &sgt_common->modes_own);
}

bool sgt_in_front(void) { return tcgetpgrp(sgt.terminal) == sgt.group; }

static void restore_modes(void) {
    struct termios now;
    const struct termios *own = &sgt_common->modes_own;
    // If a shell has already set its own modes, the saved ones are stale.
    if (!sgt_common->have_modes || tcgetattr(sgt.terminal, &now) != 0) return;
    if (now.c_lflag != own->c_lflag || now.c_iflag != own->c_iflag) return;
    sgt_discard_answers();
    tcsetattr(sgt.terminal, TCSANOW, &sgt_common->modes_before);
}

void sgt_force_modes(void) {
    if (sgt_common->have_modes) tcsetattr(sgt.terminal, TCSANOW, &sgt_common->modes_before);
}

void sgt_mute(void) {
    // Replacing the descriptor, unlike a flag checked later, also catches a write in progress.
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

/// Moves the cursor to the beginning of a row, counted from 1, and writes a sequence there.
static bool write_at(int row, const char *sequence) {
    char line[32] = "\033[";
    size_t count = 2 + put_number(line + 2, row), length = strlen(sequence);
    memcpy(line + count, ";1H", 3);
    memcpy(line + count + 3, sequence, length);
    return sgt_write_all(sgt.terminal, line, count + 3 + length);
}

/// Erases row by row: erasing the whole display makes some terminals save it in their scrollback.
static bool erase_rows(int rows) {
    for (int row = 1; row <= rows; row++)
        if (!write_at(row, "\033[2K")) return false;
    return true;
}

static bool write_transition(const sgt_transition *transition) {
    return sgt_write_all(sgt.terminal, transition->bytes, transition->count);
}

void sgt_wipe(void) {
    // Modes that editors set and leave set when killed: all mouse reports, alternative key encodings.
    static const char usual[] = "\030\033\\\033[?2026l\033[m\033[r\033[?6l\033[?7h"
                                "\033[?1002l\033[?1003l\033[?1015l\033[>4m\033[0 q";
    int columns;
    int rows = 24;
    sgt_window_size(&columns, &rows);
    if (!sgt_write_all(sgt.terminal, usual, sizeof usual - 1)) return;
    // Which screen the terminal shows is unknown: wipe this one, then the alternate one, then the other.
    for (int step = 0; step < 3; step++) {
        if (step == 1 && !write_transition(&sgt_common->enter)) return;
        if (step == 2 && !write_transition(&sgt_common->leave)) return;
        if (!sgt_common->covers) continue;
        if (!erase_rows(rows) || !sgt_write_all(sgt.terminal, "\033[H", 3)) return;
    }
}

void sgt_make_room(void) {
    int columns;
    int rows = 24;
    if (!sgt_common || !sgt_common->covers || sgt_common->has_room) return;
    sgt_common->has_room = 1;
    sgt_window_size(&columns, &rows);
    if (!write_at(rows, "")) return;
    for (int row = 0; row < rows; row++)
        if (!sgt_write_all(sgt.terminal, "\n", 1)) return;
    sgt_write_all(sgt.terminal, "\033[H", 3);
}

void sgt_erase_output(void) {
    if (sgt_common && sgt_common->covers) sgt_wipe();
}

static void write_name(void) {
    if (sgt_common->named || sgt_common->name.count == 0) return;
    sgt_common->named = 1;
    write_transition(&sgt_common->name);
}

static void restore_title(void) {
    if (!sgt_common->named) return;
    sgt_common->named = 0;
    write_transition(&sgt_common->unname);
}

void sgt_show_name(bool alone) {
    if (!sgt.open || sgt.muted || alone == (bool)sgt_common->named) return;
    sigset_t before;
    sgt_block_all(&before);
    if (sgt.open && !sgt.muted && alone) write_name();
    if (sgt.open && !sgt.muted && !alone) restore_title();
    sgt_unblock_all(&before);
}

bool sgt_write_cover(void) {
    // CAN and ST end a truncated sequence; then: show updates, no attributes, no margins, absolute origin.
    static const char prefix[] = "\030\033\\\033[?2026l\033[m\033[r\033[?6l";
    if (!sgt_write_all(sgt.terminal, prefix, sizeof prefix - 1)) return false;
    // Pictures are no part of any row: nothing that is erased or written removes them, and the terminal keeps them.
    if (!write_transition(&sgt_common->deletions[sgt_common->current_deletion])) return false;
    if (!sgt_common->covers) return true;
    write_name();
    const sgt_cover *cover = &sgt_common->covers_made[sgt_common->current_cover];
    int columns = cover->columns;
    int rows = cover->rows;
    bool known = sgt_window_size(&columns, &rows);
    if (cover->count > 0 && (!known || (columns == cover->columns && rows == cover->rows)))
        return sgt_write_all(sgt.terminal, cover->bytes, cover->count);
    // The cover is for another size or not made yet: write a plain one until a new cover is made.
    static const char plain[] = "\033[1;1Hsandglass\033[2;1Hcovered";
    if (!erase_rows(rows > 0 ? rows : 24)) return false;
    return columns < 9 || rows < 2 || sgt_write_all(sgt.terminal, plain, sizeof plain - 1);
}

void sgt_cover_now(void) {
    if (sgt.open) sgt_write_cover();
}

/// A session leader's death hangs up the terminal for every process that has it open, but it may still be looked at.
bool sgt_open_again(void) {
    char path[32] = "/proc/self/fd/";
    if (sgt.place < 0) return false;
    path[14 + put_number(path + 14, sgt.place)] = 0;
    int again = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (again < 0) return false;
    dup3(again, sgt.terminal, O_CLOEXEC);
    close(again);
    return true;
}

/// Leaves the card on the shell's screen, so that a person sees there what became of the screen. Not where a shell has
/// the terminal already and may have written its prompt, nor where the rows of the card would be wrapped.
static void write_card(void) {
    const sgt_cover *cover = &sgt_common->covers_made[sgt_common->current_cover];
    int columns = cover->columns;
    int rows;
    if (!sgt_common->covers || cover->card_rows == 0 || !sgt_in_front()) return;
    if (sgt_window_size(&columns, &rows) && columns < cover->columns) return;
    if (sgt_write_all(sgt.terminal, cover->card, cover->card_count)) sgt_common->card_rows = cover->card_rows;
}

void sgt_take_card_back(void) {
    char line[32] = "\033[";
    if (sgt_common->card_rows == 0) return;
    size_t count = 2 + put_number(line + 2, sgt_common->card_rows);
    memcpy(line + count, "A\r\033[J", 5);
    sgt_common->card_rows = 0;
    sgt_write_all(sgt.terminal, line, count + 5);
}

static sig_atomic_t boot_second(void) {
    struct timespec now;
    return clock_gettime(CLOCK_BOOTTIME, &now) == 0 ? (sig_atomic_t)now.tv_sec : 0;
}

int sgt_seconds_away(void) {
    int seconds = sgt_common->seconds_away;
    sgt_common->seconds_away = 0;
    return seconds;
}

/// Covers, gives back the screen and restores the modes; before a stop, also notes the time and leaves the card.
static void go_away(bool stops) {
    sgt_common->card_rows = 0;
    if (stops && sgt_common->away_since == 0) sgt_common->away_since = boot_second();
    if (sgt_common->live) {
        // Unread output may be content and is no longer needed. But if the job's leader has died, the shell may be
        // writing already, and its prompt must not be discarded.
        bool is_orphan = sgt_guard_process && getppid() != sgt_guard_process;
        if (!is_orphan && sgt_in_front()) tcflush(sgt.terminal, TCOFLUSH);
        // Output may be stopped, as by ^S: the cover would wait for ^Q, and so would a process waiting for this one to
        // stop. In a shell's terminal modes the kernel restarts output when ^Z is pressed.
        tcflow(sgt.terminal, TCOON);
        if (sgt_write_cover() || (sgt_open_again() && sgt_write_cover())) {
            restore_title();
            write_transition(&sgt_common->leave);
            if (stops) write_card();
        }
        sgt_common->live = 0;
    }
    restore_modes();
    sgt.open = 0;
}

void sgt_go_away(void) { go_away(false); }

void sgt_go_to_sleep(void) { go_away(true); }

void sgt_come_back(void) {
    if (sgt_common->away_since != 0) {
        sig_atomic_t seconds = boot_second() - sgt_common->away_since;
        if (seconds > sgt_common->seconds_away) sgt_common->seconds_away = seconds;
        sgt_common->away_since = 0;
    }
    // What the shell has written below the card is not to be erased with it.
    sgt_common->card_rows = 0;
    sgt_enter_modes();
    sgt_common->live = 1;
    write_transition(&sgt_common->enter);
    sgt_write_cover();
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
