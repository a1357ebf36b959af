import Formats

/// Files that no text editor can change, and what to do instead.
enum Uneditable {
    private static let lookAtIt = "the viewer or `sandglass show` shows its contents"
    private static let rawWay = "`sandglass edit --raw` (edit-bytes in the browser) opens its bytes"

    /// What kinds of files are, by the titles of their signatures, and what to do instead of editing them.
    private static let table: [(signatures: [String], what: String, instead: String)] = [
        (
            [FileSignature.databaseTitle], "a SQLite database",
            "the viewer or `sandglass show` shows its tables; to change it, export it, use sqlite3 on the copy, and import that "
                + "while the app is not running"
        ),
        (
            ["SQLite write-ahead log"], "the latest changes to a SQLite database",
            "the viewer or `sandglass show` on the database shows them"
        ),
        (
            ["KTX texture", "KTX texture, Apple's form"], "an app-switcher snapshot",
            "the viewer or `sandglass show` draws it, and `sandglass snapshots --export` writes it as PNG"
        ),
        (
            ["PNG image", "JPEG image", "GIF image", "HEIC image"], "a picture",
            "the viewer or `sandglass show` draws it; to change it, export it and import the result"
        ),
        (
            ["zip archive", "gzip data"], "an archive",
            "the viewer or `sandglass show` lists it; to change it, export and unpack it"
        ),
    ]

    /// Returns the sentence about a file that is not text.
    /// - Parameter head: Its first bytes.
    static func sentence(head: [UInt8]) -> String {
        let title = FileSignature(Array(head.prefix(FileSignature.length)))?.title
        guard let title, title != "text" else { return "not text: \(lookAtIt); \(rawWay)" }
        guard let row = table.first(where: { $0.signatures.contains(title) }) else {
            return "not text (\(title)): \(lookAtIt); \(rawWay)"
        }
        return "\(row.what), not text: \(row.instead); \(rawWay)"
    }

    /// Returns the sentence about a binary property list that cannot be edited as text.
    static func sentence(aboutList error: PropertyListError) -> String {
        "this property list cannot be edited as text: \(error.message); \(rawWay)"
    }
}
