#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/// A file may have any number of extensions before the first picture.
enum { MOST_RECORDS = 10 * 1000 };

static bool recognizes(const uint8_t *head) { return memcmp(head, "GIF87a", 6) == 0 || memcmp(head, "GIF89a", 6) == 0; }

static int supply(GifFileType *gif, GifByteType *bytes, int count) {
    return (int)input_read(gif->UserData, bytes, (size_t)count);
}

/// Finds the first picture. Returns whether there is one, and stores its transparent color, -1 if it has none.
static bool find_frame(GifFileType *gif, int *transparent) {
    *transparent = NO_TRANSPARENT_COLOR;
    for (int record = 0; record < MOST_RECORDS; record++) {
        GifRecordType kind;
        if (DGifGetRecordType(gif, &kind) == GIF_ERROR || kind == TERMINATE_RECORD_TYPE) return false;
        if (kind == IMAGE_DESC_RECORD_TYPE) return DGifGetImageDesc(gif) != GIF_ERROR;
        if (kind != EXTENSION_RECORD_TYPE) continue;
        int code;
        GifByteType *block;
        if (DGifGetExtension(gif, &code, &block) == GIF_ERROR) return false;
        while (block != NULL) {
            GraphicsControlBlock control;
            if (code == GRAPHICS_EXT_FUNC_CODE && DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK)
                *transparent = control.TransparentColor;
            if (DGifGetExtensionNext(gif, &block) == GIF_ERROR) return false;
        }
    }
    return false;
}

/// Reads the indices of a picture, in the order of its rows. Returns the number of bytes that could be read.
static size_t read_indices(GifFileType *gif, uint8_t *indices, uint32_t width, uint32_t height) {
    static const uint32_t first[] = {0, 4, 2, 1}, step[] = {8, 8, 4, 2};
    bool is_interlaced = gif->Image.Interlace;
    size_t count = 0;
    for (int pass = 0; pass < (is_interlaced ? 4 : 1); pass++) {
        for (uint32_t row = is_interlaced ? first[pass] : 0; row < height; row += is_interlaced ? step[pass] : 1) {
            if (DGifGetLine(gif, indices + (size_t)row * width, (int)width) == GIF_ERROR) return count;
            count += width;
        }
    }
    return count;
}

/// A frame somewhere on the screen of the GIF.
struct frame {
    uint32_t left, top, width, height;
    const uint8_t *indices;
    const ColorMapObject *colors;
    int transparent;
};

/// Draws a row of the screen.
static void draw_row(const struct frame *frame, uint32_t row, uint8_t *target, uint32_t width) {
    memset(target, 0, (size_t)width * 4);
    if (row < frame->top || row - frame->top >= frame->height) return;
    const uint8_t *indices = frame->indices + (size_t)(row - frame->top) * frame->width;
    for (uint32_t column = 0; column < frame->width; column++) {
        int index = indices[column];
        if (index == frame->transparent || index >= frame->colors->ColorCount) continue;
        const GifColorType *color = frame->colors->Colors + index;
        uint8_t *pixel = target + (size_t)(frame->left + column) * 4;
        pixel[0] = color->Red;
        pixel[1] = color->Green;
        pixel[2] = color->Blue;
        pixel[3] = 255;
    }
}

static sandglass_decode_outcome decode_frame(GifFileType *gif, struct sink *sink) {
    struct frame frame = {0};
    uint32_t width = (uint32_t)gif->SWidth, height = (uint32_t)gif->SHeight;
    if (width > 0 && height > 0) {
        sandglass_decode_outcome outcome = sink_measure(sink, width, height, MOST_HELD_PIXELS);
        if (outcome != SANDGLASS_DECODED) return outcome;
    }
    if (!find_frame(gif, &frame.transparent)) return SANDGLASS_DECODE_DAMAGED;
    const GifImageDesc *image = &gif->Image;
    if (image->Left < 0 || image->Top < 0 || image->Width <= 0 || image->Height <= 0) return SANDGLASS_DECODE_DAMAGED;
    frame.left = (uint32_t)image->Left;
    frame.top = (uint32_t)image->Top;
    frame.width = (uint32_t)image->Width;
    frame.height = (uint32_t)image->Height;
    frame.colors = image->ColorMap != NULL ? image->ColorMap : gif->SColorMap;
    if (frame.colors == NULL) return SANDGLASS_DECODE_DAMAGED;
    // A screen that is too small for its picture is common enough; browsers enlarge it.
    if (frame.left + frame.width > width || frame.top + frame.height > height) {
        frame.left = frame.top = 0;
        width = frame.width;
        height = frame.height;
    }
    sandglass_decode_outcome outcome = sink_measure(sink, width, height, MOST_HELD_PIXELS);
    if (outcome == SANDGLASS_DECODED) outcome = sink_begin(sink, width, height);
    if (outcome != SANDGLASS_DECODED) return outcome;
    size_t pixels = (size_t)frame.width * frame.height;
    uint8_t *indices = malloc(pixels), *row = calloc(width, 4);
    if (indices != NULL && row != NULL) {
        // Unreadable pixels are transparent if there is a transparent color.
        memset(indices, frame.transparent == NO_TRANSPARENT_COLOR ? 0 : frame.transparent, pixels);
        size_t read = read_indices(gif, indices, frame.width, frame.height);
        frame.indices = indices;
        for (uint32_t index = 0; index < height; index++) {
            draw_row(&frame, index, row, width);
            sink_add(sink, row, 4);
        }
        outcome = read == pixels ? SANDGLASS_DECODED : read > 0 ? SANDGLASS_DECODED_PARTLY : SANDGLASS_DECODE_DAMAGED;
    } else {
        outcome = SANDGLASS_DECODE_NO_MEMORY;
    }
    free(indices);
    free(row);
    return outcome;
}

static sandglass_decode_outcome decode(struct input *input, struct sink *sink) {
    int failure = 0;
    GifFileType *gif = DGifOpen(input, supply, &failure);
    if (gif == NULL) return SANDGLASS_DECODE_DAMAGED;
    sandglass_decode_outcome outcome = decode_frame(gif, sink);
    DGifCloseFile(gif, &failure);
    return outcome;
}

const struct format gif_format = {recognizes, decode};
