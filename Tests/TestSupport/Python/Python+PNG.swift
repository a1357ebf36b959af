extension Python {
    /// Reads a PNG of 8 bits per channel with alpha, by the PNG specification alone (sections 5 and 9): zlib and the
    /// filters of lines.
    private static let pngReader = Script.text("python_png_png_reader")

    /// Returns the width and the height of a PNG, four bytes each with the most significant first, and its pixels: red,
    /// green, blue and alpha, row by row.
    /// - Throws: `PythonError` if the file is not such a PNG.
    package static func pixels(ofPNG path: String) throws -> [UInt8] { try run(pngReader, [path]) }
}
