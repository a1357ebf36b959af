#define _GNU_SOURCE
#include "CVTerm.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

int cvt_spawn(const char *path, char *const arguments[], char *const environment[], const char *directory, int rows,
              int columns, int *controller) {
    char name[64];
    int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) return -errno;
    if (grantpt(fd) != 0 || unlockpt(fd) != 0 || ptsname_r(fd, name, sizeof name) != 0) {
        int error = errno;
        close(fd);
        return -error;
    }
    // Keep the terminal open until the program has opened it, so that its size is retained.
    int terminal = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    cvt_set_window_size(fd, rows, columns);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    // The first terminal that a session leader opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&actions, 0, 1);
    posix_spawn_file_actions_adddup2(&actions, 0, 2);
    if (directory) posix_spawn_file_actions_addchdir_np(&actions, directory);

    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    pid_t pid = 0;
    int error = posix_spawn(&pid, path, &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (terminal >= 0) close(terminal);
    if (error != 0) {
        close(fd);
        return -error;
    }
    fcntl(fd, F_SETFL, O_NONBLOCK);
    *controller = fd;
    return pid;
}

int cvt_set_window_size(int controller, int rows, int columns) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    return ioctl(controller, TIOCSWINSZ, &size);
}

int cvt_get_modes(int controller, struct termios *modes) { return tcgetattr(controller, modes); }

int cvt_foreground_group(int controller) {
    int group = -1;
    return ioctl(controller, TIOCGPGRP, &group) == 0 ? group : -1;
}

int cvt_unread(int controller) {
    char name[64];
    if (ptsname_r(controller, name, sizeof name) != 0) return -errno;
    int terminal = open(name, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (terminal < 0) return -errno;
    int count = 0;
    int result = ioctl(terminal, FIONREAD, &count) == 0 ? count : -errno;
    close(terminal);
    return result;
}
