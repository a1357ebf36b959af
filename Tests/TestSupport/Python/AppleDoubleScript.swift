/// Writes and reads AppleDouble files with Python's struct, from the layout in formats.md.
package enum AppleDoubleScript {
    /// Writes a file with attributes, whose value is `x`, and a resource fork of five bytes.
    package static func write(_ path: String, _ attributes: String...) throws {
        let call = "\nwrite(sys.argv[1], [(name, b'x') for name in sys.argv[2:]], b'FORK!')"
        try Python.run(script + call, [path] + attributes)
    }

    /// Returns the attributes of a file with their values as text, and the resource fork.
    package static func read(_ path: String) throws -> [String] {
        try Python.lines(script + "\nfor line in read(sys.argv[1]): print(line)", path)
    }

    private static let script = Script.text("apple_double_script")
}
