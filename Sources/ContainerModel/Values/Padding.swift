/// Spaces before a text, so that it has `width` characters.
package func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}
