// The state of the target: private to this process, and shared with its guard. This file depends on no
// other, so that output, cover and signals need not depend on each other.
#define _GNU_SOURCE
#include "internal.h"

#include "CPlatform.h"

#include <sys/mman.h>

sgt_state sgt = {.terminal = -1, .content = -1, .null = -1, .gathered = -1, .place = -1};
pid_t sgt_guard_process;
sgt_common_state *sgt_common;

bool sgt_share(void) {
    if (sgt_common) return true;
    void *page = mmap(NULL, sizeof *sgt_common, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return false;
    sgt_common = page;
    sgt_common->covers = 1;
    sandglass_running = &sgt_common->borrower;
    sandglass_asking = &sgt_common->asker;
    return true;
}
