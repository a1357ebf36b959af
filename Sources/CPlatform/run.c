// Runs other programs: on this terminal, on a new one, or on none.
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CPlatform.h"

/// Gives a program the signal state that a shell would, whatever this process does with signals.
static void set_usual_signals(posix_spawnattr_t *attributes, short other_flags) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    posix_spawnattr_setflags(attributes, (short)(other_flags | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
}

volatile pid_t *sandglass_running;

void sandglass_close_others(int one, int other) {
    int lower = one < other ? one : other, upper = one < other ? other : one, next = 0;
    if (lower > 0) close_range(0, (unsigned)lower - 1, 0);
    if (lower >= 0) next = lower + 1;
    if (upper > next) close_range((unsigned)next, (unsigned)upper - 1, 0);
    if (upper >= next) next = upper + 1;
    close_range((unsigned)next, ~0U, 0);
}

/// Takes the terminal back from the process group of a shell with job control that was killed.
static void take_terminal_from(pid_t group) {
    if (tcgetpgrp(STDIN_FILENO) != group) return;
    sigset_t stops, before;
    sigemptyset(&stops);
    sigaddset(&stops, SIGTTOU);
    sigprocmask(SIG_BLOCK, &stops, &before);
    tcsetpgrp(STDIN_FILENO, getpgrp());
    sigprocmask(SIG_SETMASK, &before, NULL);
}

int sandglass_run(const char *const *arguments) {
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    set_usual_signals(&attributes, 0);
    // The terminal sends the signals of its keys to the whole foreground process group, including this process.
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction interrupt_before, quit_before;
    sigaction(SIGINT, &ignore, &interrupt_before);
    sigaction(SIGQUIT, &ignore, &quit_before);
    pid_t child = 0;
    char **environment = sandglass_given_environment();
    int failure = environment
        ? posix_spawnp(&child, arguments[0], NULL, &attributes, (char *const *)arguments, environment)
        : ENOMEM;
    free(environment);
    posix_spawnattr_destroy(&attributes);
    int status = 0;
    if (failure == 0 && sandglass_running) *sandglass_running = child;
    while (failure == 0) {
        if (waitpid(child, &status, WUNTRACED) < 0) {
            if (errno != EINTR) failure = errno;
        } else if (!WIFSTOPPED(status)) {
            break;
        } else if (getpgid(child) != getpgrp()) {
            // A shell that suspended itself: no other shell continues it.
            kill(-child, SIGCONT);
        }
    }
    if (sandglass_running) *sandglass_running = 0;
    if (failure == 0) take_terminal_from(child);
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

/// The only descriptor of a helper besides the standard ones.
enum { helper_socket = 3 };

static int spawn_helper(const char *program, const char *const *arguments, int socket, pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int descriptor = 0; descriptor < helper_socket; descriptor++)
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&actions, socket, helper_socket);
    posix_spawn_file_actions_addclosefrom_np(&actions, helper_socket + 1);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    set_usual_signals(&attributes, POSIX_SPAWN_SETSID);
    char *environment[] = {NULL};
    int failure = posix_spawn(child, program, &actions, &attributes, (char *const *)arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

pid_t sandglass_start_helper(const char *program, const char *const *arguments, int *socket) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
    // Opening /dev/null as 0 to 2 must not replace the socket that is passed on.
    int passed = fcntl(ends[1], F_DUPFD_CLOEXEC, helper_socket + 1);
    int failure = passed < 0 ? errno : 0;
    close(ends[1]);
    pid_t child = 0;
    if (failure == 0) failure = spawn_helper(program, arguments, passed, &child);
    if (passed >= 0) close(passed);
    if (failure == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) failure = errno;
    if (failure == 0) {
        *socket = ends[0];
        return child;
    }
    close(ends[0]);
    return -failure;
}

int sandglass_send_descriptor(int socket, const void *bytes, size_t size, int descriptor) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    memset(&control, 0, sizeof control);
    struct iovec part = {(void *)bytes, size};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    ssize_t sent;
    do {
        sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    if (sent < 0) return -errno;
    return (size_t)sent == size ? 0 : -EIO;
}

static int spawn_program(const char *const *arguments, int output, int errors, pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    set_usual_signals(&attributes, POSIX_SPAWN_SETSID);
    char **environment = sandglass_given_environment();
    int failure = environment
        ? posix_spawnp(child, arguments[0], &actions, &attributes, (char *const *)arguments, environment)
        : ENOMEM;
    free(environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

/// Opens a pipe with both ends above the standard descriptors, which those of the child replace.
static int open_pipe(int ends[2]) {
    int raw[2];
    if (pipe2(raw, O_CLOEXEC) != 0) return errno;
    int failure = 0;
    for (int index = 0; index < 2; index++) {
        ends[index] = failure ? -1 : fcntl(raw[index], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        if (ends[index] < 0 && !failure) failure = errno;
        close(raw[index]);
    }
    if (failure && ends[0] >= 0) close(ends[0]);
    return failure;
}

pid_t sandglass_start_program(const char *const *arguments, int *output, int *errors) {
    int outputs[2], complaints[2];
    int failure = open_pipe(outputs);
    if (failure) return -failure;
    failure = open_pipe(complaints);
    if (failure) {
        close(outputs[0]);
        close(outputs[1]);
        return -failure;
    }
    pid_t child = 0;
    failure = spawn_program(arguments, outputs[1], complaints[1], &child);
    close(outputs[1]);
    close(complaints[1]);
    if (failure == 0) {
        fcntl(outputs[0], F_SETFL, O_NONBLOCK);
        fcntl(complaints[0], F_SETFL, O_NONBLOCK);
        *output = outputs[0];
        *errors = complaints[0];
        return child;
    }
    close(outputs[0]);
    close(complaints[0]);
    return -failure;
}
