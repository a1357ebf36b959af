// Runs other programs, on this terminal or on a new one.
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CPlatform.h"

extern char **environ;

int sandglass_run(const char *const *arguments) {
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    // Give the program the signal state that a shell would, whatever this process does with signals.
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    // The terminal sends the signals of its keys to the whole foreground process group, including this process.
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction interrupt_before, quit_before;
    sigaction(SIGINT, &ignore, &interrupt_before);
    sigaction(SIGQUIT, &ignore, &quit_before);
    pid_t child = 0;
    int failure = posix_spawnp(&child, arguments[0], NULL, &attributes, (char *const *)arguments, environ);
    posix_spawnattr_destroy(&attributes);
    int status = 0;
    while (failure == 0 && waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) failure = errno;
    }
    sigaction(SIGINT, &interrupt_before, NULL);
    sigaction(SIGQUIT, &quit_before, NULL);
    if (failure != 0) return -failure;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int sandglass_open_terminal(char *path, size_t size) {
    int controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (controller < 0) return -errno;
    int failure = unlockpt(controller) != 0 ? errno : ptsname_r(controller, path, size);
    if (failure == 0) return controller;
    close(controller);
    return -failure;
}
