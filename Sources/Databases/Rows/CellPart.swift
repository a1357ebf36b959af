import Formats

/// A text or blob of a table with row IDs, of which a part is read.
struct CellPart {
    let column: String
    let table: String
    let rowID: Int64
    let isText: Bool

    /// Reads a range of the cell's bytes, converted to UTF-8 if it is a text in another encoding.
    func read(_ range: Range<Int>, on connection: Connection) throws(DatabaseError) -> CellValue {
        let blob = try Blob(column, of: table, rowID: rowID, on: connection)
        guard isText else {
            let bytes = try blob.read(range)
            return .blob(CellBytes(bytes: bytes, offset: min(range.lowerBound, blob.count), count: blob.count))
        }
        let encoding = connection.encoding
        guard encoding != .utf8 else {
            let bytes = try blob.read(range)
            return .text(CellBytes(bytes: bytes, offset: min(range.lowerBound, blob.count), count: blob.count))
        }
        let start = range.lowerBound & ~1
        let bytes = try blob.read(start..<max(start, range.upperBound & ~1))
        let units = encoding == .utf16BigEndian ? bytes.bigEndianUnits : bytes.littleEndianUnits
        let text = Array(String(decoding: units, as: UTF16.self).utf8)
        // A text has other numbers of bytes in other encodings.
        let isWhole = start == 0 && bytes.count >= blob.count & ~1
        return .text(CellBytes(bytes: text, offset: min(start, blob.count), count: blob.count, isWhole: isWhole))
    }
}
