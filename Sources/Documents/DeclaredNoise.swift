/// A part of a format that a comparison leaves out on purpose, since it says nothing by itself.
///
/// What is not in this list is told if it differs.
package struct DeclaredNoise: Hashable, Sendable {
    /// The format.
    package let format: String
    /// The part, as its format calls it.
    package let part: String
    /// Why it says nothing.
    package let reason: String

    /// All such parts.
    package static let all = [
        DeclaredNoise(
            format: "files", part: "owner, group, access control, other attributes",
            reason: "exclusion and protection class are compared; `sandglass hash` shows the rest"),
        DeclaredNoise(
            format: "files", part: "the numbers of a device node that only one side records",
            reason: "time points do not keep them"),
        DeclaredNoise(
            format: "files", part: "a protection class, or nanoseconds, that only one side records",
            reason: "the other side does not know it"),
        DeclaredNoise(
            format: "SQLite", part: "free pages, page size, change counters, versions, journal mode",
            reason: "how a database is stored, not what"),
        DeclaredNoise(
            format: "SQLite", part: "-shm files, and journals of transactions that have ended",
            reason: "the database has what they say, or had it before"),
        DeclaredNoise(
            format: "SQLite", part: "row IDs of tables without an INTEGER PRIMARY KEY",
            reason: "VACUUM gives rows new ones"),
        DeclaredNoise(
            format: "SQLite", part: "the order of rows without a unique key", reason: "a table is a set of rows"),
        DeclaredNoise(
            format: "WebKit IndexedDB", part: "Records.recordID, ObjectStoreInfo.id, Records.objectStoreID",
            reason: "numbers with which WebKit refers to records and stores"),
        DeclaredNoise(
            format: "WebKit IndexedDB", part: "versions of values, the form of their numbers and texts",
            reason: "the value is the same"),
        DeclaredNoise(
            format: "property lists",
            part: "form, DOCTYPE, version, order of keys, offsets", reason: "how it is written"),
        DeclaredNoise(
            format: "JSON", part: "white space, escapes, order of keys, notation of numbers (1.0, 1e0)",
            reason: "how it is written"),
        DeclaredNoise(format: "text", part: "the encoding and the byte order mark", reason: "the lines are the same"),
        DeclaredNoise(
            format: "cookies", part: "pages, and the checksum after them", reason: "they follow from the cookies"),
        DeclaredNoise(
            format: "archives", part: "order, times, modes, owners, attributes, compression",
            reason: "packing again changes them"),
        DeclaredNoise(
            format: "archives", part: "extra fields, the form of headers", reason: "each program makes other ones"),
        DeclaredNoise(
            format: "tar", part: "names in headers that a pax or GNU record replaces",
            reason: "each program makes other ones"),
        DeclaredNoise(
            format: "archived objects", part: "numbers of objects", reason: "archiving again changes them"),
        DeclaredNoise(
            format: "gzip, xz, …", part: "headers, compression level", reason: "the contents are compared"),
        DeclaredNoise(
            format: "URL cache", part: "entry_ID", reason: "the order in which requests were stored"),
    ]
}
