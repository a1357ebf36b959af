#include <stdlib.h>
#include <string.h>

#include "internal.h"

sandglass_decode_outcome sink_measure(struct sink *sink, uint32_t width, uint32_t height, uint64_t most_pixels) {
    if (width == 0 || height == 0) return SANDGLASS_DECODE_DAMAGED;
    sink->full_width = width;
    sink->full_height = height;
    if ((uint64_t)width * height > most_pixels) return SANDGLASS_DECODE_TOO_LARGE;
    uint64_t fitted_width = width, fitted_height = height;
    if (fitted_width > sink->most_width) {
        fitted_height = fitted_height * sink->most_width / fitted_width;
        fitted_width = sink->most_width;
    }
    if (fitted_height > sink->most_height) {
        fitted_width = fitted_width * sink->most_height / fitted_height;
        fitted_height = sink->most_height;
    }
    sink->width = fitted_width > 0 ? (uint32_t)fitted_width : 1;
    sink->height = fitted_height > 0 ? (uint32_t)fitted_height : 1;
    return (uint64_t)sink->width * sink->height > MOST_RESULT_PIXELS ? SANDGLASS_DECODE_TOO_LARGE : SANDGLASS_DECODED;
}

sandglass_decode_outcome sink_begin(struct sink *sink, uint32_t source_width, uint32_t source_height) {
    sink->source_width = source_width;
    sink->source_height = source_height;
    if (source_width < sink->width || source_height < sink->height) return SANDGLASS_DECODE_DAMAGED;
    sink->pixels = calloc((size_t)sink->width * sink->height, 4);
    sink->sums = calloc(sink->width, 4 * sizeof *sink->sums);
    return sink->pixels != NULL && sink->sums != NULL ? SANDGLASS_DECODED : SANDGLASS_DECODE_NO_MEMORY;
}

/// Where the pixel or row `index` of the result begins in the source.
static uint32_t begin(uint32_t index, uint32_t source, uint32_t result) {
    return (uint32_t)((uint64_t)index * source / result);
}

static void copy_row(struct sink *sink, const uint8_t *row, unsigned channels) {
    uint8_t *target = sink->pixels + (size_t)sink->row * sink->width * 4;
    if (channels == 4) {
        memcpy(target, row, (size_t)sink->width * 4);
        return;
    }
    for (uint32_t column = 0; column < sink->width; column++) {
        memcpy(target + (size_t)column * 4, row + (size_t)column * 3, 3);
        target[(size_t)column * 4 + 3] = 255;
    }
}

static void sum_row(struct sink *sink, const uint8_t *row, unsigned channels) {
    const uint8_t *pixel = row;
    for (uint32_t column = 0; column < sink->width; column++) {
        uint32_t end = begin(column + 1, sink->source_width, sink->width);
        uint32_t count = end - begin(column, sink->source_width, sink->width);
        uint64_t red = 0, green = 0, blue = 0, alpha = 0;
        if (channels == 3) {
            for (uint32_t index = 0; index < count; index++, pixel += 3) {
                red += pixel[0];
                green += pixel[1];
                blue += pixel[2];
            }
            red *= 255;
            green *= 255;
            blue *= 255;
            alpha = (uint64_t)count * 255;
        } else {
            for (uint32_t index = 0; index < count; index++, pixel += 4) {
                red += (uint32_t)pixel[0] * pixel[3];
                green += (uint32_t)pixel[1] * pixel[3];
                blue += (uint32_t)pixel[2] * pixel[3];
                alpha += pixel[3];
            }
        }
        uint64_t *sums = sink->sums + (size_t)column * 4;
        sums[0] += red;
        sums[1] += green;
        sums[2] += blue;
        sums[3] += alpha;
    }
}

/// Writes the row of the result whose sums are complete, and begins the next.
static void finish_row(struct sink *sink, uint32_t row, uint32_t rows) {
    uint8_t *target = sink->pixels + (size_t)row * sink->width * 4;
    for (uint32_t column = 0; column < sink->width; column++, target += 4) {
        const uint64_t *sums = sink->sums + (size_t)column * 4;
        uint64_t columns =
            begin(column + 1, sink->source_width, sink->width) - begin(column, sink->source_width, sink->width);
        if (sums[3] == 0) continue;
        for (int channel = 0; channel < 3; channel++) target[channel] = (uint8_t)(sums[channel] / sums[3]);
        target[3] = (uint8_t)(sums[3] / (columns * rows));
    }
    memset(sink->sums, 0, (size_t)sink->width * 4 * sizeof *sink->sums);
}

void sink_add(struct sink *sink, const uint8_t *row, unsigned channels) {
    if (sink->row >= sink->source_height) return;
    if (sink->width == sink->source_width && sink->height == sink->source_height) {
        copy_row(sink, row, channels);
        sink->row++;
        return;
    }
    sum_row(sink, row, channels);
    uint32_t target = (uint32_t)(((uint64_t)sink->row * sink->height + sink->height - 1) / sink->source_height);
    // The row of the result that this one belongs to: the last that begins at or before it.
    while (target > 0 && begin(target, sink->source_height, sink->height) > sink->row) target--;
    while (target + 1 < sink->height && begin(target + 1, sink->source_height, sink->height) <= sink->row) target++;
    sink->row++;
    uint32_t end = begin(target + 1, sink->source_height, sink->height);
    if (sink->row == end) finish_row(sink, target, end - begin(target, sink->source_height, sink->height));
}

void sink_free(struct sink *sink) {
    free(sink->pixels);
    free(sink->sums);
    sink->pixels = NULL;
    sink->sums = NULL;
}
