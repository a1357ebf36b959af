#include "CImages.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
    uint8_t *bytes;
    size_t length;
    size_t capacity;
};

static void append(png_structp png, png_bytep bytes, size_t length) {
    struct buffer *buffer = png_get_io_ptr(png);
    if (length > buffer->capacity - buffer->length) {
        size_t capacity = (buffer->length + length) * 2;
        uint8_t *grown = capacity > length ? realloc(buffer->bytes, capacity) : NULL;
        if (grown == NULL) png_error(png, "memory");
        buffer->bytes = grown;
        buffer->capacity = capacity;
    }
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
}

static void flush(png_structp png) { (void)png; }

static void ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

// libpng reports errors by a jump, which must not pass through Swift.
static void fail(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

uint8_t *sandglass_png_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, bool is_quick, size_t *length) {
    struct buffer *buffer = calloc(1, sizeof *buffer);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    uint8_t *result = NULL;
    if (buffer != NULL && info != NULL && setjmp(png_jmpbuf(png)) == 0) {
        png_set_write_fn(png, buffer, append, flush);
        png_set_IHDR(
            png, info, width, height, 8, PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
            PNG_FILTER_TYPE_DEFAULT);
        if (is_quick) {
            png_set_compression_level(png, 1);
            png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
        }
        png_write_info(png, info);
        for (uint32_t row = 0; row < height; row++) png_write_row(png, pixels + (size_t)row * width * 4);
        png_write_end(png, info);
        result = buffer->bytes;
        *length = buffer->length;
    }
    if (png != NULL) png_destroy_write_struct(&png, &info);
    if (buffer != NULL && result == NULL) free(buffer->bytes);
    free(buffer);
    return result;
}
