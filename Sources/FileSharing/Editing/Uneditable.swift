import Formats

/// Files that no text editor can change, and what to do instead.
enum Uneditable {
    private static let lookAtIt = "the viewer or `sandglass show` shows its contents"
    private static let rawWay = "`sandglass edit --raw` (edit-bytes in the browser) opens its bytes"

    /// What kinds of files are, by their signatures, and what to do instead of editing them.
    private static let table: [(signatures: [FileSignature.Kind], what: String, instead: String)] = [
        (
            [.database], "a SQLite database",
            "the viewer or `sandglass show` shows its tables; `sandglass set FILE:TABLE/ROW/COLUMN VALUE` changes a cell. "
                + "To change more, export it, use sqlite3 on the copy, and import that while the app is not running"
        ),
        (
            [.writeAheadLog], "the latest changes to a SQLite database",
            "the viewer or `sandglass show` on the database shows them"
        ),
        (
            [.ktx, .appleTexture], "an app-switcher snapshot",
            "the viewer or `sandglass show` draws it, and `sandglass snapshots --export` writes it as PNG"
        ),
        (
            [.png, .jpeg, .gif, .heic, .webP], "a picture",
            "the viewer or `sandglass show` draws it; to change it, export it and import the result"
        ),
        (
            [.zip, .gzip], "an archive",
            "the viewer or `sandglass show` lists it; to change it, export and unpack it"
        ),
    ]

    /// Returns the sentence about a file that is not text.
    /// - Parameter head: Its first bytes.
    static func sentence(head: [UInt8]) -> String {
        let signature = FileSignature(Array(head.prefix(FileSignature.length)))
        guard let signature, signature.kind != .text else { return "not text: \(lookAtIt); \(rawWay)" }
        guard let row = table.first(where: { $0.signatures.contains(signature.kind) }) else {
            return "not text (\(signature.title)): \(lookAtIt); \(rawWay)"
        }
        return "\(row.what), not text: \(row.instead); \(rawWay)"
    }

    /// Returns the sentence about a binary property list that cannot be edited as text.
    static func sentence(aboutList error: PropertyListError) -> String {
        "this property list cannot be edited as text: \(error.message); \(rawWay)"
    }
}
