/// Returns a text padded with trailing spaces to `width` characters.
package func aligned(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

/// Returns the size of an item, or else that it is a directory, in a column of nine characters.
/// - Parameter kind: The title of the kind of the item.
package func sizeColumn(_ size: UInt64?, kind: String) -> String {
    padded(size.map { ByteCount.short($0) } ?? (kind == ItemKind.directory.title ? kind : "-"), to: 9)
}

/// Returns a text padded with leading spaces, or something else, to `width` characters.
package func padded(_ text: String, to width: Int, with filler: Character = " ") -> String {
    String(repeating: filler, count: max(0, width - text.count)) + text
}
