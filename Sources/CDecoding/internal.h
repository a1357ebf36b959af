// Declarations shared by the parts of the decoder.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "CDecoding.h"

/// The most pixels of a picture that is decoded row by row, and of one that has to be in memory as a whole.
enum { MOST_STREAMED_PIXELS = 250 * 1000 * 1000, MOST_HELD_PIXELS = 64 * 1000 * 1000 };
/// The most pixels of a result.
enum { MOST_RESULT_PIXELS = 24 * 1000 * 1000 };
/// The largest file that has to be in memory as a whole.
enum { MOST_HELD_BYTES = 128 * 1024 * 1024 };

/// The file of a request.
struct input {
    int descriptor;
    uint64_t size;
    uint64_t offset;  // of the next byte
};

/// Reads up to `count` bytes from the current offset; fewer only at the end or after a failure.
size_t input_read(struct input *input, uint8_t *buffer, size_t count);

/// A result that is made of rows as they come, each pixel the mean of those that it stands for.
struct sink {
    uint32_t most_width, most_height;  // set by the request
    uint32_t full_width, full_height;  // 0 until `sink_begin`
    uint32_t source_width, source_height;  // of the rows that come, which may be reduced already
    uint32_t width, height;
    uint8_t *pixels;
    uint64_t *sums;  // of a row: red, green, blue, each times alpha, and alpha
    uint32_t row;    // the next row of the source
};

/// Checks the size and the limits, and decides the size of the result.
///
/// - Parameter most_pixels: The most pixels of the picture.
/// - Returns: `SANDGLASS_DECODED` or a reason to give up.
sandglass_decode_outcome sink_measure(struct sink *sink, uint32_t width, uint32_t height, uint64_t most_pixels);

/// Prepares for rows of a size between the result's and the picture's, after `sink_measure`.
sandglass_decode_outcome sink_begin(struct sink *sink, uint32_t source_width, uint32_t source_height);

/// Adds the next row, of `channels` bytes per pixel: 3 are red, green and blue, 4 have alpha as well.
void sink_add(struct sink *sink, const uint8_t *row, unsigned channels);

/// Frees the allocated memory.
void sink_free(struct sink *sink);

/// A format: whether a file begins like it, and how it is decoded into a sink.
struct format {
    /// - Parameter head: At least 32 bytes, zeros after the end of the file.
    bool (*recognizes)(const uint8_t *head);
    sandglass_decode_outcome (*decode)(struct input *input, struct sink *sink);
};

extern const struct format png_format, jpeg_format, webp_format, gif_format;
