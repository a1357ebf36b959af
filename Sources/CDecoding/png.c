#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "cgbi.h"

static bool recognizes(const uint8_t *head) { return png_sig_cmp(head, 0, 8) == 0; }

static void fail(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void supply(png_structp png, png_bytep bytes, size_t count) {
    size_t filled = cgbi_read(png_get_io_ptr(png), bytes, count);
    if (filled == 0 && count > 0) png_error(png, "end");
    // The available bytes of the last piece are used; the zeros after them are not valid compressed data.
    memset(bytes + filled, 0, count - filled);
}

/// The state that survives a jump out of libpng.
struct state {
    png_structp png;
    png_infop info;
    uint8_t *rows;
    struct cgbi file;
    sandglass_decode_outcome outcome;
    bool has_begun;
};

/// Chunks that cost work and change nothing here.
static const png_byte skipped[] = "iCCP\0iTXt\0tEXt\0zTXt\0sPLT\0hIST\0pCAL\0sCAL\0eXIf\0tIME\0oFFs\0pHYs";

static void add_row(struct state *state, struct sink *sink, uint8_t *row, uint32_t width, unsigned channels) {
    if (state->file.is_variant && channels == 4) cgbi_restore_row(row, width);
    sink_add(sink, row, channels);
}

static void read_rows(struct state *state, struct sink *sink, uint32_t width, uint32_t height) {
    png_structp png = state->png;
    bool is_interlaced = png_get_interlace_type(png, state->info) != PNG_INTERLACE_NONE;
    state->outcome = sink_measure(sink, width, height, is_interlaced ? MOST_HELD_PIXELS : MOST_STREAMED_PIXELS);
    if (state->outcome != SANDGLASS_DECODED) return;
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    if (state->file.is_variant) png_set_bgr(png);
    if (is_interlaced) png_set_interlace_handling(png);
    png_read_update_info(png, state->info);
    unsigned channels = png_get_channels(png, state->info);
    size_t length = png_get_rowbytes(png, state->info);
    if ((channels != 3 && channels != 4) || length != (size_t)width * channels) {
        state->outcome = SANDGLASS_DECODE_UNSUPPORTED;
        return;
    }
    state->rows = calloc(is_interlaced ? height : 1, length);
    state->outcome = state->rows == NULL ? SANDGLASS_DECODE_NO_MEMORY : sink_begin(sink, width, height);
    if (state->outcome != SANDGLASS_DECODED) return;
    state->has_begun = true;
    if (!is_interlaced) {
        for (uint32_t row = 0; row < height; row++) {
            png_read_row(png, state->rows, NULL);
            add_row(state, sink, state->rows, width, channels);
        }
        return;
    }
    for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++)
        for (uint32_t row = 0; row < height; row++) png_read_row(png, state->rows + row * length, NULL);
    for (uint32_t row = 0; row < height; row++) add_row(state, sink, state->rows + row * length, width, channels);
}

static sandglass_decode_outcome decode(struct input *input, struct sink *sink) {
    struct state *state = calloc(1, sizeof *state);
    if (state == NULL) return SANDGLASS_DECODE_NO_MEMORY;
    state->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
    state->info = state->png == NULL ? NULL : png_create_info_struct(state->png);
    state->outcome = state->info == NULL ? SANDGLASS_DECODE_NO_MEMORY : SANDGLASS_DECODED;
    if (state->info != NULL && setjmp(png_jmpbuf(state->png)) == 0) {
        cgbi_open(&state->file, input);
        png_set_read_fn(state->png, &state->file, supply);
        if (state->file.is_variant) png_set_option(state->png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
        png_set_user_limits(state->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
        png_set_chunk_malloc_max(state->png, 1 << 20);
        png_set_keep_unknown_chunks(state->png, PNG_HANDLE_CHUNK_NEVER, skipped, sizeof skipped / 5);
        png_read_info(state->png, state->info);
        read_rows(
            state, sink, png_get_image_width(state->png, state->info), png_get_image_height(state->png, state->info));
    } else if (state->info != NULL) {
        state->outcome = state->has_begun && sink->row > 0 ? SANDGLASS_DECODED_PARTLY : SANDGLASS_DECODE_DAMAGED;
    }
    sandglass_decode_outcome outcome = state->outcome;
    if (state->png != NULL) png_destroy_read_struct(&state->png, &state->info, NULL);
    free(state->rows);
    free(state);
    return outcome;
}

const struct format png_format = {recognizes, decode};
