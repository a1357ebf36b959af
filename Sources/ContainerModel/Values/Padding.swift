/// Returns a text padded with trailing spaces to `width` characters.
package func aligned(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

/// Returns a text padded with leading spaces, or something else, to `width` characters.
package func padded(_ text: String, to width: Int, with filler: Character = " ") -> String {
    String(repeating: filler, count: max(0, width - text.count)) + text
}
