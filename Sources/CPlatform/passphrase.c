// Reads a passphrase from the controlling terminal without showing it.
//
// The terminal's line discipline would keep a half-typed line, and hand it to the shell if this process is killed. All
// bytes are therefore read as they are typed, and the line is edited here. Bytes that were not read yet, and the terminal's
// modes, are left to a watcher: a process that waits for the end of this one, for as long as the question stands.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "CPlatform.h"

volatile pid_t *sandglass_asking;

static volatile sig_atomic_t caught;

static void note(int number) { caught = number; }

/// The signals that end or stop a program at the terminal: the echo has to be back before they take effect.
static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
enum { signal_count = sizeof signals / sizeof *signals };

/// A line while it is typed.
typedef struct {
    char *bytes;
    size_t count;
    size_t size;
    /// The next byte is taken as it is.
    bool is_literal;
} typed_line;

/// Sets a line's length, and overwrites the bytes after it.
static void shorten(typed_line *line, size_t count) {
    explicit_bzero(line->bytes + count, line->count - count);
    line->count = count;
}

static void remove_character(typed_line *line) {
    size_t count = line->count;
    while (count > 0 && ((unsigned char)line->bytes[--count] & 0xc0) == 0x80) {}
    shorten(line, count);
}

static void remove_word(typed_line *line) {
    size_t count = line->count;
    while (count > 0 && line->bytes[count - 1] == ' ') count--;
    while (count > 0 && line->bytes[count - 1] != ' ') count--;
    shorten(line, count);
}

/// Whether a byte is one of the terminal's special characters, which may be disabled.
static bool is_key(const struct termios *modes, int key, char byte) {
    return modes->c_cc[key] != _POSIX_VDISABLE && modes->c_cc[key] == (unsigned char)byte;
}

/// Takes a typed byte. Returns 0 to continue, 1 at the end of the line, or -errno.
static int take(typed_line *line, char byte, const struct termios *modes) {
    if (!line->is_literal) {
        if (byte == '\n' || is_key(modes, VEOF, byte)) return 1;
        if (is_key(modes, VERASE, byte) || byte == 0x7f || byte == '\b') return remove_character(line), 0;
        if (is_key(modes, VKILL, byte)) return shorten(line, 0), 0;
        if (is_key(modes, VWERASE, byte)) return remove_word(line), 0;
        if (is_key(modes, VLNEXT, byte)) return line->is_literal = true, 0;
    }
    line->is_literal = false;
    if (line->count == line->size) return -E2BIG;
    line->bytes[line->count++] = byte;
    return 0;
}

static ssize_t read_line(int terminal, char *buffer, size_t size, const struct termios *modes) {
    // There is always room for a byte, which may be a key that edits the line.
    typed_line line = {.bytes = buffer, .size = size - 1};
    int end = 0;
    while (end == 0 && caught == 0) {
        // Read all at once, up to where the line continues: if this process is killed, unread input would go to the
        // shell.
        char *typed = buffer + line.count;
        ssize_t found = read(terminal, typed, size - line.count);
        if (found < 0 && errno == EINTR) continue;
        end = found < 0 ? -errno : found == 0;
        // Input after the line is discarded.
        for (ssize_t index = 0; index < found && end == 0; index++) end = take(&line, typed[index], modes);
        explicit_bzero(buffer + line.count, size - line.count);
    }
    return end < 0 ? end : end == 0 ? -EINTR : (ssize_t)line.count;
}

/// The data that the watcher needs to restore the terminal.
typedef struct {
    int terminal;
    struct termios before;
    struct termios silent;
} terminal_modes;

/// Restores the terminal and discards unread input, unless a shell has already set its own modes: input typed then is
/// meant for the shell.
static void restore(const terminal_modes *modes) {
    struct termios now;
    if (tcgetattr(modes->terminal, &now) != 0) return;
    if (now.c_lflag == modes->silent.c_lflag && now.c_iflag == modes->silent.c_iflag)
        tcsetattr(modes->terminal, TCSAFLUSH, &modes->before);
}

static _Noreturn void watch(const terminal_modes *modes, int end_of_question) {
    sigset_t all;
    sigfillset(&all);
    // SIGTTOU as well: the shell may have taken the terminal by then.
    sigprocmask(SIG_BLOCK, &all, NULL);
    // In a separate group, a signal to the job does not reach it.
    setpgid(0, 0);
    prctl(PR_SET_NAME, "sandglass-watch");
    // The shell reads as soon as this process's parent has ended.
    sandglass_answer_soon();
    // Pipes and locks must end with the process that is watched.
    sandglass_close_others(modes->terminal, end_of_question);
    char byte;
    ssize_t found;
    do {
        found = read(end_of_question, &byte, 1);
    } while (found < 0 && errno == EINTR);
    if (found == 0) restore(modes);
    _exit(0);
}

/// Starts the watcher. Returns a descriptor that it waits on, or -1.
static int start_watcher(const terminal_modes *modes, pid_t *watcher) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    // Not fork(2): other threads may hold locks that its handlers take.
    *watcher = _Fork();
    if (*watcher == 0) {
        close(ends[1]);
        watch(modes, ends[0]);
    }
    close(ends[0]);
    if (*watcher < 0) {
        close(ends[1]);
        return -1;
    }
    if (sandglass_asking) *sandglass_asking = *watcher;
    return ends[1];
}

static void end_watcher(pid_t watcher, int question) {
    if (question < 0) return;
    while (write(question, "", 1) < 0 && errno == EINTR) {}
    close(question);
    while (waitpid(watcher, NULL, 0) < 0 && errno == EINTR) {}
    if (sandglass_asking) *sandglass_asking = 0;
}

static ssize_t ask(const char *question, char *buffer, size_t size) {
    terminal_modes modes = {.terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)};
    if (modes.terminal < 0) return -errno;
    if (tcgetattr(modes.terminal, &modes.before) != 0) {
        int failure = errno;
        close(modes.terminal);
        return -failure;
    }
    struct sigaction handler = {.sa_handler = note}, handlers_before[signal_count];
    caught = 0;
    for (int index = 0; index < signal_count; index++) sigaction(signals[index], &handler, &handlers_before[index]);
    modes.silent = modes.before;
    modes.silent.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON);
    modes.silent.c_lflag |= ISIG;
    modes.silent.c_iflag |= ICRNL;
    modes.silent.c_cc[VMIN] = 1;
    modes.silent.c_cc[VTIME] = 0;
    pid_t watcher = 0;
    int end_of_question = start_watcher(&modes, &watcher);
    // Input typed before the question is not the answer.
    tcsetattr(modes.terminal, TCSAFLUSH, &modes.silent);
    ssize_t ignored = write(modes.terminal, question, strlen(question));
    ssize_t result = read_line(modes.terminal, buffer, size, &modes.before);
    ignored = write(modes.terminal, "\r\n", 2);
    (void)ignored;
    tcsetattr(modes.terminal, TCSAFLUSH, &modes.before);
    end_watcher(watcher, end_of_question);
    for (int index = 0; index < signal_count; index++) sigaction(signals[index], &handlers_before[index], NULL);
    close(modes.terminal);
    if (caught != 0) raise(caught);
    return result;
}

ssize_t sandglass_read_passphrase(const char *question, char *buffer, size_t size) {
    while (true) {
        ssize_t result = ask(question, buffer, size);
        if (result < 0) explicit_bzero(buffer, size);
        // Continued after a stop: the question is no longer on the current line.
        if (result != -EINTR || caught != SIGTSTP) return result;
    }
}
