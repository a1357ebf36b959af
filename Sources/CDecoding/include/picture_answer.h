// The answers of a decoder process about a picture.
#pragma once

#include <stdint.h>

/// The outcome of decoding a picture.
typedef enum {
    SANDGLASS_DECODED = 0,
    /// The file is damaged or incomplete; pixels after the damage are transparent.
    SANDGLASS_DECODED_PARTLY = 1,
    /// It is of none of the known formats.
    SANDGLASS_DECODE_UNKNOWN = 2,
    SANDGLASS_DECODE_DAMAGED = 3,
    /// It has more pixels than the limits allow, or none.
    SANDGLASS_DECODE_TOO_LARGE = 4,
    SANDGLASS_DECODE_NO_MEMORY = 5,
    /// A variant that the format allows and the decoder does not know.
    SANDGLASS_DECODE_UNSUPPORTED = 6,
} sandglass_decode_outcome;

/// The size of a picture; its pixels follow: red, green, blue, alpha, row by row.
typedef struct {
    uint32_t width;  // of the result in pixels
    uint32_t height;
    uint32_t full_width;  // of the picture in pixels
    uint32_t full_height;
} sandglass_picture_size;
