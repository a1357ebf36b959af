#include "CImages.h"

#include <chafa.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

// No extra threads: the caller already runs on a worker.
static void initialize(void) { chafa_set_n_threads(1); }

/// The characters of drawings in UTF-8. Those of "Block Elements" (U+2580 to U+259F) are in nearly every font.
static const ChafaSymbolTags blocks = CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_SOLID | CHAFA_SYMBOL_TAG_HALF
    | CHAFA_SYMBOL_TAG_QUAD | CHAFA_SYMBOL_TAG_BLOCK;

static ChafaCanvasMode mode(sandglass_drawing_colors colors) {
    switch (colors) {
        case SANDGLASS_DRAW_PLAIN: return CHAFA_CANVAS_MODE_FGBG;
        case SANDGLASS_DRAW_EIGHT: return CHAFA_CANVAS_MODE_INDEXED_8;
        case SANDGLASS_DRAW_SIXTEEN: return CHAFA_CANVAS_MODE_INDEXED_16;
        case SANDGLASS_DRAW_PALETTE: return CHAFA_CANVAS_MODE_INDEXED_240;
        case SANDGLASS_DRAW_DIRECT: return CHAFA_CANVAS_MODE_TRUECOLOR;
    }
    return CHAFA_CANVAS_MODE_FGBG;
}

void sandglass_draw_picture(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t columns, int32_t rows,
    sandglass_drawing_colors colors, bool is_ascii, sandglass_drawn_cell *cells) {
    pthread_once(&once, initialize);
    ChafaSymbolMap *symbols = chafa_symbol_map_new();
    chafa_symbol_map_add_by_tags(symbols, is_ascii ? CHAFA_SYMBOL_TAG_ASCII | CHAFA_SYMBOL_TAG_SPACE : blocks);
    ChafaCanvasConfig *config = chafa_canvas_config_new();
    chafa_canvas_config_set_geometry(config, columns, rows);
    chafa_canvas_config_set_canvas_mode(config, mode(colors));
    chafa_canvas_config_set_symbol_map(config, symbols);
    if (colors == SANDGLASS_DRAW_PLAIN) {
        // The share of an area that is filled stands for its light, which more contrast would change.
        chafa_canvas_config_set_dither_mode(config, CHAFA_DITHER_MODE_ORDERED);
        chafa_canvas_config_set_preprocessing_enabled(config, FALSE);
    }
    // Where there are colors, patterns of two of them disturb more than edges between areas.
    ChafaCanvas *canvas = chafa_canvas_new(config);
    chafa_canvas_draw_all_pixels(canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, pixels, width, height, width * 4);
    for (int32_t row = 0; row < rows; row++) {
        for (int32_t column = 0; column < columns; column++) {
            sandglass_drawn_cell *cell = &cells[(size_t)row * columns + column];
            cell->scalar = chafa_canvas_get_char_at(canvas, column, row);
            chafa_canvas_get_raw_colors_at(canvas, column, row, &cell->foreground, &cell->background);
            if (colors == SANDGLASS_DRAW_PLAIN) cell->foreground = cell->background = -1;
        }
    }
    chafa_canvas_unref(canvas);
    chafa_canvas_config_unref(config);
    chafa_symbol_map_unref(symbols);
}

uint8_t *sandglass_sixels(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t columns, int32_t rows, int32_t cell_width,
    int32_t cell_height, size_t *length) {
    pthread_once(&once, initialize);
    // No terminal is looked up: what it is was the user's choice.
    ChafaTermInfo *terminal = chafa_term_info_new();
    chafa_term_info_set_seq(terminal, CHAFA_TERM_SEQ_BEGIN_SIXELS, "\033P%1;%2;%3q", NULL);
    chafa_term_info_set_seq(terminal, CHAFA_TERM_SEQ_END_SIXELS, "\033\\", NULL);
    ChafaCanvasConfig *config = chafa_canvas_config_new();
    chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SIXELS);
    chafa_canvas_config_set_canvas_mode(config, CHAFA_CANVAS_MODE_TRUECOLOR);
    chafa_canvas_config_set_geometry(config, columns, rows);
    chafa_canvas_config_set_cell_geometry(config, cell_width, cell_height);
    ChafaCanvas *canvas = chafa_canvas_new(config);
    chafa_canvas_draw_all_pixels(canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, pixels, width, height, width * 4);
    GString *printed = chafa_canvas_print(canvas, terminal);
    uint8_t *result = malloc(printed->len + 1);
    if (result != NULL) memcpy(result, printed->str, *length = printed->len);
    g_string_free(printed, TRUE);
    chafa_canvas_unref(canvas);
    chafa_canvas_config_unref(config);
    chafa_term_info_unref(terminal);
    return result;
}
