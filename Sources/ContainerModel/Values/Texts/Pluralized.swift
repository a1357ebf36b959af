/// Formats counts with their nouns: "1 file", "12,345 files".
package enum Pluralized {
    /// Items of any kind.
    package static func items(_ count: Int) -> String { some(count, "item", "items") }

    /// Containers of apps.
    package static func containers(_ count: Int) -> String { some(count, "container", "containers") }

    /// Apps.
    package static func apps(_ count: Int) -> String { some(count, "app", "apps") }

    /// Regular files.
    package static func files(_ count: Int) -> String { some(count, "file", "files") }

    /// Directories.
    package static func directories(_ count: Int) -> String { some(count, "directory", "directories") }

    /// Symbolic links.
    package static func links(_ count: Int) -> String { some(count, "link", "links") }

    /// Lines of a text.
    package static func lines(_ count: Int) -> String { some(count, "line", "lines") }

    /// Pages of a document.
    package static func pages(_ count: Int) -> String { some(count, "page", "pages") }

    /// Errors found while reading.
    package static func errors(_ count: Int) -> String { some(count, "error", "errors") }

    /// Differences between two states of something.
    package static func differences(_ count: Int) -> String { some(count, "difference", "differences") }

    /// "1 byte", "2 bytes".
    package static func bytes(_ count: Int) -> String { some(count, "byte", "bytes") }

    /// Rows of a table.
    package static func rows(_ count: Int) -> String { some(count, "row", "rows") }

    /// Tables of a database.
    package static func tables(_ count: Int) -> String { some(count, "table", "tables") }

    /// Views of a database.
    package static func views(_ count: Int) -> String { some(count, "view", "views") }

    /// Values of any kind.
    package static func values(_ count: Int) -> String { some(count, "value") }

    /// Entries of an archive or a backup.
    package static func entries(_ count: some BinaryInteger) -> String { some(count, "entry", "entries") }

    /// Formats a count with any noun.
    /// - Parameter several: The plural; nil for the singular with an s.
    package static func some(_ count: some BinaryInteger, _ one: String, _ several: String? = nil) -> String {
        count == 1 ? "1 \(one)" : "\(ByteCount.grouped(UInt64(clamping: count))) \(several ?? one + "s")"
    }
}
