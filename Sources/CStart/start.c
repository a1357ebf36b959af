// Starts the guard before any Swift code has run.
//
// Swift's locks record the thread ID of their owner, and each thread caches its own ID when it takes its first lock. A
// process forked after that takes locks under the ID of its parent's thread, and the first lock that two threads
// contend for is never released. The fork therefore comes before the constructors of the libraries. That early, the
// guard also has hardly any private memory. The decoder process begins and ends here, too: it needs no Swift.
#include "CStart.h"

#include "CDecoding.h"
#include "CTerminal.h"
#include "commands.h"

#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

enum { command_count = sizeof commands / sizeof *commands };

const char *sandglass_command(int index) {
    return index >= 0 && index < command_count ? commands[index].name : NULL;
}

static const struct command *command_called(const char *name) {
    for (int index = 0; index < command_count; index++)
        if (strcmp(name, commands[index].name) == 0) return &commands[index];
    return NULL;
}

bool sandglass_is_command(const char *name) { return command_called(name) != NULL; }

bool sandglass_may_browse(int count, char *const arguments[]) {
    static const char *const printing_options[] = {"--help",    "-h",         "--help-hidden",
                                                   "--version", "--no-guard", "--linear"};
    if (count > 0) {
        const struct command *command = command_called(arguments[0]);
        if (command != NULL && !command->takes_screen) return false;
    }
    for (int index = 0; index < count && strcmp(arguments[index], "--") != 0; index++) {
        for (size_t option = 0; option < sizeof printing_options / sizeof *printing_options; option++)
            if (strcmp(arguments[index], printing_options[option]) == 0) return false;
    }
    return true;
}

/// Returns whether this is a test bundle, which contains everything that the program does.
static bool is_test_bundle(void) {
    static const char suffix[] = ".xctest";
    const char *path = (const char *)getauxval(AT_EXECFN);
    size_t length = path ? strlen(path) : 0;
    return length >= sizeof suffix - 1 && strcmp(path + length - (sizeof suffix - 1), suffix) == 0;
}

static int kept_output = -1;

int sandglass_standard_output(void) { return kept_output < 0 ? STDOUT_FILENO : kept_output; }

/// Puts the screen of `--choose` on the terminal even if standard output, which receives the selection, or standard
/// input is something else. Lines may come from a script.
static void use_terminal(bool reads_lines) {
    bool has_input = reads_lines || isatty(STDIN_FILENO), has_output = isatty(STDOUT_FILENO);
    if (has_input && has_output) return;
    // /dev/tty is the last resort, since it does not reveal the terminal's own name.
    int known = has_output ? STDOUT_FILENO : -1;
    if (isatty(STDIN_FILENO)) known = STDIN_FILENO;
    if (isatty(STDERR_FILENO)) known = STDERR_FILENO;
    int terminal = known < 0 ? open("/dev/tty", O_RDWR | O_CLOEXEC) : fcntl(known, F_DUPFD_CLOEXEC, 3);
    if (terminal < 0) return;
    if (!has_output) {
        kept_output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 10);
        if (kept_output >= 0) dup2(terminal, STDOUT_FILENO);
    }
    if (!has_input) dup2(terminal, STDIN_FILENO);
    close(terminal);
}

static bool has_option(const char *name, int count, char *const arguments[]) {
    for (int index = 0; index < count && strcmp(arguments[index], "--") != 0; index++)
        if (strcmp(arguments[index], name) == 0) return true;
    return false;
}

/// Keeps names and contents that were shown out of core dumps of this process, the guard and what they start.
///
/// Dumps that go to a program through a pipe know no limit (core(5)); the filter, though, leaves them without memory.
static void refuse_core_dumps(char *const environment[]) {
    for (; *environment; environment++)
        if (strcmp(*environment, "SANDGLASS_CORE=1") == 0) return;
    struct rlimit limit;
    if (getrlimit(RLIMIT_CORE, &limit) == 0) {
        // The hard limit stays, so that a shell that the browser starts can raise it.
        limit.rlim_cur = 0;
        setrlimit(RLIMIT_CORE, &limit);
    }
    int filter = open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC);
    if (filter < 0) return;
    (void)!write(filter, "0", 1);
    close(filter);
}

static void start(int count, char **arguments, char **environment) {
    sandglass_decode_if_asked(count, arguments);
    if (count == 0 || is_test_bundle()) return;
    refuse_core_dumps(environment);
    if (has_option("--choose", count - 1, arguments + 1))
        use_terminal(has_option("--linear", count - 1, arguments + 1));
    if (!sandglass_may_browse(count - 1, arguments + 1)) return;
    sgt_start_guard();
}

__attribute__((section(".preinit_array"), used)) static void (*const before_everything)(int, char **, char **) = start;
