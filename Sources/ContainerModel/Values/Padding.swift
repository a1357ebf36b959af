/// Returns a text padded with trailing spaces to `width` characters.
package func aligned(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

/// Returns a text padded with leading spaces to `width` characters.
package func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}
