#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Encodes a picture as PNG: 8 bits per channel, red, green, blue, alpha, row by row from the upper left.
///
/// - Parameter is_quick: Whether less time counts for more than fewer bytes.
/// Returns a block for the caller to free, and its length in `length`; NULL if there is not enough memory.
uint8_t *sandglass_png_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, bool is_quick, size_t *length);

/// The colors that a drawing may use.
typedef enum {
    /// None but the terminal's own foreground and background.
    SANDGLASS_DRAW_PLAIN,
    /// The first 8 entries of the terminal's palette.
    SANDGLASS_DRAW_EIGHT,
    /// The first 16.
    SANDGLASS_DRAW_SIXTEEN,
    /// Entries 16 to 255, which are the same in every terminal.
    SANDGLASS_DRAW_PALETTE,
    /// 24 bits.
    SANDGLASS_DRAW_DIRECT,
} sandglass_drawing_colors;

/// A cell of a drawing.
typedef struct {
    /// A character that is one cell wide.
    uint32_t scalar;
    /// A number in the palette, or 0xRRGGBB; -1 for the terminal's own.
    int32_t foreground;
    int32_t background;
} sandglass_drawn_cell;

/// Draws a picture with cells, which it fills.
///
/// May be called by several threads at once. Ends the process if there is not enough memory.
///
/// - Parameters:
///   - pixels: 8 bits per channel, red, green, blue, alpha, row by row from the upper left.
///   - width, height: Of the picture in pixels, at least 1.
///   - columns, rows: Of the drawing in cells, at least 1.
///   - is_ascii: Whether only characters of ASCII are used.
///   - cells: Room for `columns * rows`, row by row.
void sandglass_draw_picture(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t columns, int32_t rows,
    sandglass_drawing_colors colors, bool is_ascii, sandglass_drawn_cell *cells);

/// Encodes a picture as sixels, with the sequence that begins them and the one that ends them.
///
/// Ends the process if there is not enough memory for the drawing.
///
/// - Parameters:
///   - pixels: As for `sandglass_draw_picture`.
///   - columns, rows: The cells that the picture is to cover.
///   - cell_width, cell_height: The size of a cell in pixels.
/// Returns a block for the caller to free, and its length in `length`; NULL if there is not enough memory.
uint8_t *sandglass_sixels(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t columns, int32_t rows, int32_t cell_width,
    int32_t cell_height, size_t *length);
