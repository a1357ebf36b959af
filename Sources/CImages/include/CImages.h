#pragma once
#include <stddef.h>
#include <stdint.h>

/// Encodes a picture as PNG: 8 bits per channel, red, green, blue, alpha, row by row from the upper left.
///
/// Returns a block for the caller to free, and its length in `length`; NULL if there is not enough memory.
uint8_t *sandglass_png_encode(const uint8_t *pixels, uint32_t width, uint32_t height, size_t *length);
