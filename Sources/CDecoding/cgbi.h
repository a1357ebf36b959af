// The variant of PNG that Xcode writes into apps for iOS: marked by a chunk `CgBI`, compressed without zlib's header and
// checksum, blue before red, and colors multiplied by alpha. No standard describes it; the source is how such files
// differ from those that they were made of.
#pragma once

#include "internal.h"

/// A PNG of either kind, read as one that libpng understands.
struct cgbi {
    struct input *input;
    bool is_variant;
    bool has_begun;
    uint64_t data_begin, data_end;  // where the chunks with pixels are in the file
    int part;       // of the stream: pieces of the file, and chunks that it lacks
    uint64_t done;  // the number of bytes of the part that have been read
};

/// Finds out which kind a file is.
void cgbi_open(struct cgbi *file, struct input *input);

/// Reads the next bytes of the stream; fewer only at the end or after a failure.
size_t cgbi_read(struct cgbi *file, uint8_t *buffer, size_t count);

/// Divides the colors of a row of red, green, blue and alpha by alpha.
void cgbi_restore_row(uint8_t *row, uint32_t width);
