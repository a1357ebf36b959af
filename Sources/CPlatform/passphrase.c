// Reads a passphrase from the controlling terminal without showing it.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "CPlatform.h"

static volatile sig_atomic_t caught;

static void note(int number) { caught = number; }

/// The signals that end or stop a program at the terminal: the echo has to be back before they take effect.
static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
enum { signal_count = sizeof signals / sizeof *signals };

static ssize_t read_line(int terminal, char *buffer, size_t size) {
    size_t count = 0;
    while (caught == 0) {
        char byte;
        ssize_t found = read(terminal, &byte, 1);
        if (found < 0 && errno == EINTR) continue;
        if (found < 0) return -errno;
        if (found == 0 || byte == '\n') return (ssize_t)count;
        if (count == size) return -E2BIG;
        buffer[count++] = byte;
    }
    return -EINTR;
}

static ssize_t ask(const char *question, char *buffer, size_t size) {
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (terminal < 0) return -errno;
    struct termios before, silent;
    if (tcgetattr(terminal, &before) != 0) {
        int failure = errno;
        close(terminal);
        return -failure;
    }
    struct sigaction handler = {.sa_handler = note}, handlers_before[signal_count];
    caught = 0;
    for (int index = 0; index < signal_count; index++) sigaction(signals[index], &handler, &handlers_before[index]);
    silent = before;
    silent.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    silent.c_lflag |= ICANON | ISIG;
    silent.c_iflag |= ICRNL;
    // What was typed before the question is not the answer.
    tcsetattr(terminal, TCSAFLUSH, &silent);
    ssize_t ignored = write(terminal, question, strlen(question));
    ssize_t result = read_line(terminal, buffer, size);
    ignored = write(terminal, "\r\n", 2);
    (void)ignored;
    tcsetattr(terminal, TCSAFLUSH, &before);
    for (int index = 0; index < signal_count; index++) sigaction(signals[index], &handlers_before[index], NULL);
    close(terminal);
    if (caught != 0) raise(caught);
    return result;
}

ssize_t sandglass_read_passphrase(const char *question, char *buffer, size_t size) {
    while (true) {
        ssize_t result = ask(question, buffer, size);
        if (result < 0) explicit_bzero(buffer, size);
        // Continued after a stop: the question is no longer where it was.
        if (result != -EINTR || caught != SIGTSTP) return result;
    }
}
