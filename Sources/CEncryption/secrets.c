// Memory that no one else gets to see.
#define _GNU_SOURCE
#include "CEncryption.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>

void *sandglass_secret_allocate(size_t size, bool *is_locked) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    // Each may be refused; overwriting the memory does not depend on them.
    *is_locked = mlock(memory, size) == 0;
    madvise(memory, size, MADV_DONTDUMP);
    madvise(memory, size, MADV_WIPEONFORK);
    return memory;
}

void sandglass_secret_release(void *memory, size_t size) {
    sandglass_wipe(memory, size);
    munmap(memory, size);
}

void sandglass_wipe(void *memory, size_t size) { explicit_bzero(memory, size); }

void sandglass_hide_process(void) { prctl(PR_SET_DUMPABLE, 0); }

bool sandglass_is_equal(const void *one, const void *other, size_t size) {
    const uint8_t *left = one, *right = other;
    uint8_t difference = 0;
    for (size_t place = 0; place < size; place++) difference |= left[place] ^ right[place];
    return difference == 0;
}

bool sandglass_random(void *memory, size_t size) {
    uint8_t *bytes = memory;
    while (size > 0) {
        ssize_t count = getrandom(bytes, size, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        bytes += count;
        size -= (size_t)count;
    }
    return true;
}
