#include "CExpat.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

// expat passes no context to its allocator, so the remaining budget is thread-local.
static _Thread_local size_t remaining;

// Precedes each block, so that its size is known when it is freed.
struct header {
    alignas(max_align_t) size_t size;
};

static void *allocate(size_t size) {
    if (size > remaining || size > SIZE_MAX - sizeof(struct header)) return NULL;
    struct header *header = malloc(sizeof *header + size);
    if (header == NULL) return NULL;
    header->size = size;
    remaining -= size;
    return header + 1;
}

static void *reallocate(void *block, size_t size) {
    if (block == NULL) return allocate(size);
    struct header *header = (struct header *)block - 1;
    size_t before = header->size;
    if ((size > before && size - before > remaining) || size > SIZE_MAX - sizeof *header) return NULL;
    header = realloc(header, sizeof *header + size);
    if (header == NULL) return NULL;
    header->size = size;
    remaining += before;
    remaining -= size;
    return header + 1;
}

static void release(void *block) {
    if (block == NULL) return;
    struct header *header = (struct header *)block - 1;
    remaining += header->size;
    free(header);
}

XML_Parser sandglass_expat_create(size_t memory) {
    static const XML_Memory_Handling_Suite suite = {allocate, reallocate, release};
    remaining = memory;
    return XML_ParserCreate_MM("UTF-8", &suite, NULL);
}
