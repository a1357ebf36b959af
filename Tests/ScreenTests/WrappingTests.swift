import Screen
import Testing

@Suite("Wrapped text")
struct WrappingTests {
    @Test(
        "lines break at blanks, and what fits in no line after a slash",
        arguments: [
            ("one two three", 8, ["one two", "three"]),
            ("  one two three", 10, ["  one two", "  three"]),
            // A word that fits on a separate line is not broken, whatever is in it.
            ("see a/b/c/d now", 7, ["see", "a/b/c/d", "now"]),
            (
                "849 B Library/Caches/Snapshots/61C7D0A9-2E4F@2x.ktx", 32,
                [
                    "849 B Library/Caches/Snapshots/", "61C7D0A9-2E4F@2x.ktx",
                ]
            ),
            ("a Library/Caches/x", 10, ["a Library/", "Caches/x"]),
            // Without a slash to break after, a long name is broken anywhere.
            ("a bcdefghijkl", 6, ["a", "bcdefg", "hijkl"]),
            ("x/abcdefghij", 6, ["x/", "abcdef", "ghij"]),
            (
                "FileManager.default.temporaryDirectory", 24, ["FileManager.default", ".temporaryDirectory"]
            ),
            ("call(argument_name[0])", 10, ["call(", "argument_", "name[0])"]),
            ("see x .abcdefghijkl", 8, ["see x", ".abcdefg", "hijkl"]), ("a.b.c d.e", 5, ["a.b.c", "d.e"]),
            ("写真/アルバム/x", 8, ["写真/", "アルバム", "/x"]),
        ] as [(String, Int, [String])])
    func breaks(text: String, columns: Int, lines: [String]) {
        let wrapped = DisplayText(text).wrapped(to: columns)
        #expect(wrapped.map(\.description) == lines)
        #expect(wrapped.allSatisfy { $0.width <= columns })
    }
}
