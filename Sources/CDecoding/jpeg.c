#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include <jerror.h>

#include "internal.h"

/// More scans than any encoder writes; each passes over the whole picture.
enum { MOST_SCANS = 100 };

static bool recognizes(const uint8_t *head) { return head[0] == 0xff && head[1] == 0xd8 && head[2] == 0xff; }

/// A decompression; survives the jumps out of libjpeg.
struct state {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    jmp_buf failure;
    struct input *input;
    uint8_t *row;
    uint8_t buffer[64 * 1024];
    bool is_short, has_begun;
    sandglass_decode_outcome failure_outcome;
};

static struct state *state_of(j_common_ptr jpeg) { return jpeg->client_data; }

static void fail(j_common_ptr jpeg) {
    struct state *state = state_of(jpeg);
    switch (jpeg->err->msg_code) {
    case JERR_OUT_OF_MEMORY: state->failure_outcome = SANDGLASS_DECODE_NO_MEMORY; break;
    case JERR_IMAGE_TOO_BIG: state->failure_outcome = SANDGLASS_DECODE_TOO_LARGE; break;
    default: break;
    }
    longjmp(state->failure, 1);
}

static void ignore(j_common_ptr jpeg) { (void)jpeg; }

static void begin_input(j_decompress_ptr jpeg) { (void)jpeg; }

static boolean fill(j_decompress_ptr jpeg) {
    static const JOCTET end[] = {0xff, JPEG_EOI};
    struct state *state = jpeg->client_data;
    size_t count = input_read(state->input, state->buffer, sizeof state->buffer);
    // A file that ends early is completed, as libjpeg's own sources do.
    if (count == 0) state->is_short = true;
    state->source.next_input_byte = count > 0 ? state->buffer : end;
    state->source.bytes_in_buffer = count > 0 ? count : sizeof end;
    return TRUE;
}

static void skip(j_decompress_ptr jpeg, long count) {
    struct state *state = jpeg->client_data;
    if (count <= 0) return;
    if ((size_t)count <= state->source.bytes_in_buffer) {
        state->source.next_input_byte += count;
        state->source.bytes_in_buffer -= (size_t)count;
        return;
    }
    state->input->offset += (uint64_t)count - state->source.bytes_in_buffer;
    state->source.bytes_in_buffer = 0;
}

static void end_input(j_decompress_ptr jpeg) { (void)jpeg; }

static void watch(j_common_ptr jpeg) {
    if (jpeg->is_decompressor && ((j_decompress_ptr)jpeg)->input_scan_number > MOST_SCANS)
        longjmp(state_of(jpeg)->failure, 1);
}

/// Converts a row of CMYK to RGB in place; Adobe's programs store it inverted.
static void convert_cmyk(uint8_t *row, uint32_t width, bool is_inverted) {
    for (uint32_t column = 0; column < width; column++) {
        const uint8_t *from = row + (size_t)column * 4;
        uint8_t *to = row + (size_t)column * 3;
        unsigned black = is_inverted ? from[3] : 255u - from[3];
        for (int channel = 0; channel < 3; channel++) {
            unsigned ink = is_inverted ? from[channel] : 255u - from[channel];
            to[channel] = (uint8_t)(ink * black / 255);
        }
    }
}

static sandglass_decode_outcome read_rows(struct state *state, struct sink *sink) {
    j_decompress_ptr jpeg = &state->jpeg;
    jpeg_read_header(jpeg, TRUE);
    bool is_held = jpeg_has_multiple_scans(jpeg);
    sandglass_decode_outcome outcome = sink_measure(
        sink, jpeg->image_width, jpeg->image_height, is_held ? MOST_HELD_PIXELS : MOST_STREAMED_PIXELS);
    if (outcome != SANDGLASS_DECODED) return outcome;
    bool is_cmyk = jpeg->num_components == 4;
    jpeg->out_color_space = is_cmyk ? JCS_CMYK : JCS_RGB;
    // The inverse transform can give a half, a quarter or an eighth in much less time.
    jpeg->scale_denom = 8;
    for (unsigned eighths = 1; eighths <= 8; eighths *= 2) {
        jpeg->scale_num = eighths;
        jpeg_calc_output_dimensions(jpeg);
        if (jpeg->output_width >= sink->width && jpeg->output_height >= sink->height) break;
    }
    jpeg_start_decompress(jpeg);
    state->row = calloc(jpeg->output_width, 4);
    outcome = state->row == NULL
        ? SANDGLASS_DECODE_NO_MEMORY : sink_begin(sink, jpeg->output_width, jpeg->output_height);
    if (outcome != SANDGLASS_DECODED) return outcome;
    state->has_begun = true;
    while (jpeg->output_scanline < jpeg->output_height) {
        JSAMPROW row = state->row;
        jpeg_read_scanlines(jpeg, &row, 1);
        if (is_cmyk) convert_cmyk(state->row, jpeg->output_width, jpeg->saw_Adobe_marker);
        sink_add(sink, state->row, 3);
    }
    return state->is_short || state->errors.num_warnings > 0 ? SANDGLASS_DECODED_PARTLY : SANDGLASS_DECODED;
}

static sandglass_decode_outcome decode(struct input *input, struct sink *sink) {
    struct state *state = calloc(1, sizeof *state);
    if (state == NULL) return SANDGLASS_DECODE_NO_MEMORY;
    state->input = input;
    state->failure_outcome = SANDGLASS_DECODE_DAMAGED;
    state->jpeg.err = jpeg_std_error(&state->errors);
    state->errors.error_exit = fail;
    state->errors.output_message = ignore;
    state->jpeg.client_data = state;
    sandglass_decode_outcome outcome;
    if (setjmp(state->failure) == 0) {
        jpeg_create_decompress(&state->jpeg);
        state->jpeg.src = &state->source;
        state->source.init_source = begin_input;
        state->source.fill_input_buffer = fill;
        state->source.skip_input_data = skip;
        state->source.resync_to_restart = jpeg_resync_to_restart;
        state->source.term_source = end_input;
        state->progress.progress_monitor = watch;
        state->jpeg.progress = &state->progress;
        outcome = read_rows(state, sink);
    } else {
        bool is_damage = state->failure_outcome == SANDGLASS_DECODE_DAMAGED;
        bool has_rows = state->has_begun && sink->row > 0;
        outcome = is_damage && has_rows ? SANDGLASS_DECODED_PARTLY : state->failure_outcome;
    }
    jpeg_destroy_decompress(&state->jpeg);
    free(state->row);
    free(state);
    return outcome;
}

const struct format jpeg_format = {recognizes, decode};
