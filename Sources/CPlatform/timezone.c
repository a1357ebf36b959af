// The time zone of local times.
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CPlatform.h"

static bool is_fixed;

void sandglass_fix_time_zone(void) {
    if (!getenv("TZ")) is_fixed = setenv("TZ", ":/etc/localtime", 0) == 0;
}

char **sandglass_given_environment(void) {
    size_t count = 0;
    while (environ[count]) count++;
    char **given = malloc((count + 1) * sizeof *given);
    if (!given) return NULL;
    size_t kept = 0;
    for (size_t index = 0; index < count; index++)
        if (!is_fixed || strncmp(environ[index], "TZ=", 3) != 0) given[kept++] = environ[index];
    given[kept] = NULL;
    return given;
}
